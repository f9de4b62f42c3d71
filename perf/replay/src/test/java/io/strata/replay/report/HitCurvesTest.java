package io.strata.replay.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.replay.report.HitRatio.Unit;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;

class HitCurvesTest {
  @Test
  void plotsAPanelPerTraceAndACurvePerPolicy() throws Exception {
    List<HitRatio> ratios =
        List.of(
            new HitRatio("a", 50, 500, "optimum", 1),
            new HitRatio("a", 50, 500, "A & B", 0.5),
            new HitRatio("a", 50, 500, "not drawn", 0.5),
            new HitRatio("a", 25, 250, "optimum", 0.5),
            new HitRatio("a", 25, 250, "A & B", 0),
            new HitRatio("b", 50, 100, "optimum", 0.2),
            new HitRatio("b", 50, 100, "A & B", 0.1));

    Document svg =
        parsed(
            HitCurves.svg(
                List.of(new HitCurves(Measure.HITS, ratios, List.of("optimum", "A & B")))));

    assertThat(texts(svg)).contains("a", "b", "optimum", "A & B").doesNotContain("not drawn");
    // Two in the legend, then the curves of each trace, that of the first policy last.
    assertThat(svg.getElementsByTagName("polyline").getLength()).isEqualTo(2 + 2 * 2);
    double[][] curve = points(svg, 3);
    double[][] below = points(svg, 2);
    assertThat(curve[0][0]).isLessThan(curve[1][0]);
    double zero = below[0][1];
    assertThat(curve[1][1]).as("the higher, the nearer to the upper edge").isLessThan(zero);
    assertThat(zero - curve[1][1]).isEqualTo(2 * (zero - curve[0][1]));
    assertThat(below[1][1]).isEqualTo(curve[0][1]);
  }

  @Test
  void plotsByteHitRatiosBelowHitRatios() throws Exception {
    List<HitRatio> ratios =
        List.of(
            new HitRatio("a", 50, 500, Unit.BYTES, "LRU", 0.8, 0.2),
            new HitRatio("a", 25, 250, Unit.BYTES, "LRU", 0.4, 0.2));

    Document svg =
        parsed(
            HitCurves.svg(
                List.of(
                    new HitCurves(Measure.HITS_BY_BYTES, ratios, List.of("LRU")),
                    new HitCurves(Measure.BYTE_HITS, ratios, List.of("LRU")))));

    assertThat(texts(svg)).contains("hit ratio, %", "byte hit ratio, %");
    // A legend before each.
    double[][] hits = points(svg, 1);
    double[][] bytes = points(svg, 3);
    assertThat(hits[1][1]).isLessThan(hits[0][1]);
    assertThat(bytes[1][1]).isEqualTo(bytes[0][1]);
    assertThat(bytes[1][0]).isEqualTo(hits[1][0]);
    int height = Integer.parseInt(svg.getDocumentElement().getAttribute("height"));
    assertThat(hits[0][1]).isLessThan(height / 2.0);
    assertThat(bytes[0][1]).isBetween(height / 2.0, (double) height);
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new ByteArrayInputStream(svg.getBytes(UTF_8)));
  }

  private static List<String> texts(Document svg) {
    var texts = svg.getElementsByTagName("text");
    return IntStream.range(0, texts.getLength())
        .mapToObj(i -> texts.item(i).getTextContent())
        .toList();
  }

  private static double[][] points(Document svg, int polyline) {
    Element element = (Element) svg.getElementsByTagName("polyline").item(polyline);
    return Arrays.stream(element.getAttribute("points").split(" ", -1))
        .map(point -> point.split(",", -1))
        .map(xy -> new double[] {Double.parseDouble(xy[0]), Double.parseDouble(xy[1])})
        .toArray(double[][]::new);
  }

  @Test
  void tooManyCurvesAreRejected() {
    assertThatThrownBy(
            () ->
                new HitCurves(Measure.HITS, List.of(), List.of("1", "2", "3", "4", "5", "6", "7")))
        .hasMessage("7 curves cannot be told apart, at most 6.");
  }
}
