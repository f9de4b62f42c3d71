package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.Table.Cell;
import io.strata.perf.common.Table.Column;
import io.strata.perf.common.Table.Row;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.DocumentType;
import org.jsoup.nodes.Element;

/**
 * A report as one self-contained HTML page, with its styles, scripts and chart library inline.
 * {@code report.js} draws each chart from the table below it, so that the two cannot differ. jsoup
 * escapes texts and attributes. Not thread-safe.
 */
public final class HtmlPage implements Report {
  private static final String LIBRARY = "org.webjars.npm/chart.js";

  private final Document document = Document.createShell("");
  private final Element main = document.body().appendElement("main");
  private final Element contents = new Element("nav").attr("aria-label", "Contents");
  private String chapter = "";

  /**
   * Creates an empty page.
   *
   * @param title the page title
   */
  public HtmlPage(String title) {
    document.outputSettings().charset(UTF_8).prettyPrint(false);
    document.prependChild(new DocumentType("html", "", ""));
    document.getElementsByTag("html").attr("lang", "en");
    Element head = document.head();
    head.appendElement("meta").attr("charset", "utf-8");
    head.appendElement("meta")
        .attr("name", "viewport")
        .attr("content", "width=device-width, initial-scale=1");
    document.title(title);
  }

  /**
   * Returns the whole page.
   *
   * @throws IOException if a style or a script is not on the class path
   */
  public String text() throws IOException {
    document.head().appendElement("style").appendChild(new DataNode(resource("report.css")));
    for (String script : List.of(library(), resource("report.js"))) {
      document.body().appendElement("script").appendChild(new DataNode(script));
    }
    return document.outerHtml();
  }

  /** Returns the chart library on the class path with its licence, without its source-map link. */
  private static String library() throws IOException {
    Properties pom = new Properties();
    pom.load(new StringReader(resource("/META-INF/maven/" + LIBRARY + "/pom.properties")));
    String version = pom.getProperty("version");
    String folder = "/META-INF/resources/webjars/chart.js/" + version;
    String code = resource(folder + "/dist/chart.umd.min.js");
    return ("/*\n" + resource(folder + "/LICENSE.md") + "*/\n" + code)
        .replaceFirst("\n//# sourceMappingURL=.*\\s*$", "\n");
  }

  private static String resource(String name) throws IOException {
    try (InputStream stream = HtmlPage.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IOException(name + " is not on the class path: rebuild the module.");
      }
      return new String(stream.readAllBytes(), UTF_8);
    }
  }

  /** Sections of levels 2 and 3 appear in the table of contents. */
  @Override
  public Report section(int level, String title) {
    Element heading = add(main, "h" + level, title);
    if (level == 2 || level == 3) {
      String id = title.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
      chapter = level == 2 ? id : chapter;
      heading.id(level == 2 ? id : chapter + "-" + id);
      Element line = level == 2 ? contents.appendElement("div") : contents.lastElementChild();
      add(line == null ? contents : line, "a", title).attr("href", "#" + heading.id());
    }
    return this;
  }

  @Override
  public Report text(String text) {
    add(main, "p", text);
    return this;
  }

  /** The table of contents follows the facts. */
  @Override
  public Report facts(Map<String, String> facts) {
    Element list = main.appendElement("dl").addClass("facts");
    facts.forEach(
        (name, value) -> {
          Element fact = list.appendElement("div");
          add(fact, "dt", name);
          boolean isCode = value.startsWith("`") && value.endsWith("`");
          style(
              add(fact, "dd", isCode ? value.substring(1, value.length() - 1) : value),
              isCode ? "code" : "");
        });
    main.appendChild(contents);
    return this;
  }

  @Override
  public Report table(Table table) {
    addTable(main, table);
    return this;
  }

  @Override
  public Report charts(String layout, List<Chart> charts) {
    Element around = layout.isEmpty() ? main : main.appendElement("div").addClass(layout);
    for (Chart chart : charts) {
      Element figure = around.appendElement("figure").addClass("chart");
      figure.attr("data-kind", chart.kind()).attr("data-x", chart.x()).attr("data-y", chart.y());
      data(figure, chart.data());
      add(figure, "figcaption", chart.title());
      add(figure, "p", chart.note()).addClass("note");
      figure.appendElement("div").addClass("plot");
      Element details = figure.appendElement("details");
      add(details, "summary", "Figures");
      addTable(details, chart.table());
    }
    return this;
  }

  @Override
  public Report picture(String description, String file) {
    main.appendElement("img").attr("src", file).attr("alt", description);
    return this;
  }

  /** Adds a table that scrolls sideways if it is too wide. */
  private static void addTable(Element parent, Table table) {
    Element around = style(parent.appendElement("div").addClass("wide"), table.style());
    Element element = around.appendElement("table");
    Element headings = element.appendElement("thead").appendElement("tr");
    for (Column column : table.columns()) {
      data(add(headings, "th", column.heading()).attr("scope", "col"), column.data());
    }
    Element body = element.appendElement("tbody");
    for (Row row : table.rows()) {
      Element line = data(body.appendElement("tr"), row.data());
      if (row.cells().size() < table.columns().size()) {
        line.addClass("group");
        add(line, "th", row.cells().get(0).text())
            .attr("colspan", Integer.toString(table.columns().size()));
        continue;
      }
      for (int i = 0; i < row.cells().size(); i++) {
        Cell cell = row.cells().get(i);
        Element added = data(add(line, i == 0 ? "th" : "td", cell.text()), cell.data());
        style(added, table.columns().get(i).style());
        if (i == 0) {
          added.attr("scope", "row");
        }
        if (cell.strong()) {
          added.addClass("strong");
        }
        if (!cell.aside().isEmpty()) {
          add(added, "small", " " + cell.aside());
        }
      }
    }
  }

  private static Element style(Element element, String style) {
    return style.isEmpty() ? element : element.addClass(style);
  }

  private static Element add(Element parent, String tag, String text) {
    return parent.appendElement(tag).text(text);
  }

  /** Adds data attributes in name order, so that equal reports give equal pages. */
  private static Element data(Element element, Map<String, String> data) {
    new TreeMap<>(data).forEach((name, value) -> element.attr("data-" + name, value));
    return element;
  }
}
