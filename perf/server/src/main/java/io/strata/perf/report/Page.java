package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.util.Properties;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.DocumentType;
import org.jsoup.nodes.Element;

/** An HTML page with all that it needs in it: styles, scripts, and the library that draws. */
final class Page {
  private static final String LIBRARY = "org.webjars.npm/chart.js";

  private final Document document = Document.createShell("");
  private final Element main;

  Page(String title) throws IOException {
    document.outputSettings().charset(UTF_8).prettyPrint(false);
    document.prependChild(new DocumentType("html", "", ""));
    document.getElementsByTag("html").attr("lang", "en");
    document.head().appendElement("meta").attr("charset", "utf-8");
    document
        .head()
        .appendElement("meta")
        .attr("name", "viewport")
        .attr("content", "width=device-width, initial-scale=1");
    document.title(title);
    document.head().appendElement("style").appendChild(new DataNode(resource("report.css")));
    main = document.body().appendElement("main");
  }

  /** Where the content goes. */
  Element main() {
    return main;
  }

  /** The whole page. */
  String text() throws IOException {
    script(library());
    script(resource("report.js"));
    return document.outerHtml();
  }

  private void script(String code) {
    document.body().appendElement("script").appendChild(new DataNode(code));
  }

  /** The release that is on the class path with its licence, without the link to a map. */
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
    try (InputStream stream = Page.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IOException(name + " is not on the class path: build the module anew.");
      }
      return new String(stream.readAllBytes(), UTF_8);
    }
  }
}
