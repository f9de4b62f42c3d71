package io.strata.perf.report;

import java.util.List;
import org.jsoup.nodes.Element;

/** Makes elements; jsoup escapes their texts and attributes. */
final class Html {
  private Html() {}

  /** A new last child with a text. */
  static Element add(Element parent, String tag, String text) {
    return parent.appendElement(tag).text(text);
  }

  /** A collapsed part under a line that opens it. */
  static Element details(Element parent, String summary) {
    Element details = parent.appendElement("details");
    add(details, "summary", summary);
    return details;
  }

  /** The body of a new table that scrolls sideways where it is too wide. */
  static Element table(Element parent, List<String> headings) {
    Element table = parent.appendElement("div").addClass("wide").appendElement("table");
    Element row = table.appendElement("thead").appendElement("tr");
    headings.forEach(heading -> add(row, "th", heading).attr("scope", "col"));
    return table.appendElement("tbody");
  }

  /** A row's first cell, which names it. */
  static void name(Element row, String text) {
    add(row, "th", text).attr("scope", "row");
  }
}
