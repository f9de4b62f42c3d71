package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Opens the report in a browser, at the widths of a screen and of a phone. */
class ReportPageIT {
  @TempDir private Path folder;

  /** The findings of probe.js in one frame. */
  private record Found(
      int width,
      int overflow,
      int figures,
      int canvases,
      List<String> blank,
      List<String> empty,
      List<String> different,
      double smallestFont,
      String ink,
      String paper) {}

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void allChartsAreDrawnAndFit(boolean dark) throws IOException, InterruptedException {
    Browser browser = Browser.require(folder);
    Path html = folder.resolve("report.html");
    new ComparisonReport(Comparisons.ofTwoPairs()).write(html, folder.resolve("summary.md"));
    Browser.Seen seen = browser.open(frames(), dark);
    assertThat(seen.log().lines().filter(line -> line.contains("CONSOLE"))).isEmpty();
    String text = Jsoup.parse(seen.dom()).body().text();
    assertThat(text).as(seen.log()).startsWith("[");
    Found[] found = new Gson().fromJson(text, Found[].class);
    assertThat(found).extracting(Found::width).containsExactly(1280, 360);
    for (Found each : found) {
      check(each, dark, Jsoup.parse(html).select("figure.chart").size());
    }
  }

  private static void check(Found found, boolean dark, int figures) {
    assertThat(found.overflow()).as("pixels beyond a width of " + found.width()).isLessThan(1);
    assertThat(found.figures()).isEqualTo(figures).isGreaterThan(10);
    assertThat(found.canvases()).isGreaterThan(figures);
    assertThat(found.blank()).as("blank").isEmpty();
    assertThat(found.empty()).as("without a chart").isEmpty();
    assertThat(found.different()).as("figures that differ from the table's").isEmpty();
    assertThat(found.smallestFont()).isGreaterThanOrEqualTo(12);
    assertThat(brightness(found.paper()) > brightness(found.ink())).isEqualTo(!dark);
  }

  private static int brightness(String colour) {
    return List.of(colour.replaceAll("[^0-9,]", "").split(",", -1)).stream()
        .limit(3)
        .mapToInt(Integer::parseInt)
        .sum();
  }

  /** Writes a page with a frame for each width, since browser windows are never very narrow. */
  private Path frames() throws IOException {
    try (InputStream probe = ReportPageIT.class.getResourceAsStream("probe.js")) {
      String script = new String(probe.readAllBytes(), UTF_8);
      return Files.writeString(
          folder.resolve("frames.html"),
          "<!doctype html><body>"
              + "<iframe src='report.html' style='border:0;width:1280px;height:900px'></iframe>"
              + "<iframe src='report.html' style='border:0;width:360px;height:900px'></iframe>"
              + "<script>"
              + script
              + "</script>");
    }
  }
}
