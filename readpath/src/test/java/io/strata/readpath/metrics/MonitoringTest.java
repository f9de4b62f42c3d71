package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The dashboard and the alert rules, beside what there is to watch and to read. That Grafana and
 * Prometheus understand them is for {@code .ci/check-monitoring}, which has their own tools.
 */
class MonitoringTest {
  private static final Path CONF = Path.of("..", "conf");
  private static final Path GUIDE = Path.of("..", "docs", "OPERATING.md");
  private static final String DASHBOARD = "grafana-strata.json";
  private static final String RULES = "prometheus-alerts.yml";
  private static final String TESTS = "prometheus-alerts-test.yml";

  private static final Pattern ALERT =
      Pattern.compile("^      - alert: (\\w+)\n((?:        .*\n)+)", Pattern.MULTILINE);
  private static final Pattern ANCHOR = Pattern.compile("docs/OPERATING\\.md#([\\w-]+)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  private static String read(String file) throws IOException {
    return Files.readString(CONF.resolve(file));
  }

  /** The rules by their names. */
  private static Map<String, String> alerts() throws IOException {
    Map<String, String> alerts = new TreeMap<>();
    Matcher alert = ALERT.matcher(read(RULES));
    while (alert.find()) {
      assertThat(alerts.put(alert.group(1), alert.group(2))).as(alert.group(1)).isNull();
    }
    assertThat(alerts).isNotEmpty();
    return alerts;
  }

  private static List<JsonObject> panels() throws IOException {
    JsonArray panels =
        JsonParser.parseString(read(DASHBOARD)).getAsJsonObject().getAsJsonArray("panels");
    List<JsonObject> all = new ArrayList<>();
    panels.forEach(each -> all.add(each.getAsJsonObject()));
    return all;
  }

  private static boolean isRow(JsonObject panel) {
    return panel.get("type").getAsString().equals("row");
  }

  @ParameterizedTest
  @ValueSource(strings = {DASHBOARD, RULES, TESTS})
  void askOnlyForWhatThereIs(String file) throws IOException {
    MetersOnPage meters = MetersOnPage.read();
    assertThat(meters.series()).isNotEmpty();
    assertThat(meters.strangersIn(read(file).replace("\\\"", "\""))).isEmpty();
  }

  @Test
  void theDashboardShowsEveryMetric() throws IOException {
    String text = read(DASHBOARD);
    assertThat(MetersOnPage.read().series())
        .filteredOn(series -> !series.endsWith("_max"))
        .allSatisfy(series -> assertThat(text).contains(series + "{"));
  }

  @Test
  void eachPanelSaysWhatItShowsInWhichUnit() throws IOException {
    Set<Integer> ids = new HashSet<>();
    for (JsonObject panel : panels()) {
      String title = panel.get("title").getAsString();
      assertThat(ids.add(panel.get("id").getAsInt())).as("another id: " + title).isTrue();
      if (!isRow(panel)) {
        assertThat(panel.get("description").getAsString()).as(title).endsWith(".");
        JsonObject defaults = panel.getAsJsonObject("fieldConfig").getAsJsonObject("defaults");
        assertThat(defaults.get("unit").getAsString()).as(title).isNotBlank();
      }
    }
  }

  @Test
  void theDashboardAsksWhateverDataSourceAndServersAreChosen() throws IOException {
    for (JsonObject panel : panels()) {
      if (isRow(panel)) {
        continue;
      }
      String title = panel.get("title").getAsString();
      assertThat(sourceOf(panel)).as(title).isEqualTo("${datasource}");
      for (JsonElement target : panel.getAsJsonArray("targets")) {
        assertThat(sourceOf(target.getAsJsonObject())).as(title).isEqualTo("${datasource}");
        String query = target.getAsJsonObject().get("expr").getAsString();
        assertThat(query.split("\\bstrata_\\w+", -1))
            .as(title)
            .hasSizeGreaterThan(1)
            .satisfies(
                parts ->
                    assertThat(List.of(parts).subList(1, parts.length))
                        .allMatch(
                            part -> part.startsWith("{job=~\"$job\", instance=~\"$instance\"")));
      }
    }
  }

  private static String sourceOf(JsonObject asking) {
    return asking.getAsJsonObject("datasource").get("uid").getAsString();
  }

  @Test
  void eachAlertWaitsIsGradedAndNamesItsSectionOfTheGuide() throws IOException {
    Set<String> sections =
        HEADING
            .matcher(Files.readString(GUIDE))
            .results()
            .map(each -> each.group(1).toLowerCase(Locale.ROOT))
            .map(each -> each.replaceAll("[^\\w -]", "").replace(' ', '-'))
            .collect(Collectors.toSet());
    alerts()
        .forEach(
            (name, rule) -> {
              assertThat(rule).as(name).containsPattern("\n        for: \\d+[mh]\n");
              assertThat(rule).as(name).containsPattern(" severity: (critical|warning|info)\n");
              assertThat(rule).as(name).contains(" summary: ", " description: ");
              Matcher anchor = ANCHOR.matcher(rule);
              assertThat(anchor.find()).as(name).isTrue();
              assertThat(sections).as(name).contains(anchor.group(1));
            });
  }

  @Test
  void eachAlertFiresInOneTestAndIsSilentInAnother() throws IOException {
    Set<String> firing = new TreeSet<>();
    Set<String> silent = new TreeSet<>();
    for (String test : read(TESTS).split("\n  - name: ", -1)) {
      boolean fires = test.contains("exp_samples:\n          - labels: ALERTS{");
      Matcher alert =
          Pattern.compile(fires ? "expr: ALERTS\\{alertname=\"(\\w+)\"" : "alertname: (\\w+)\n")
              .matcher(test);
      while (alert.find()) {
        (fires ? firing : silent).add(alert.group(1));
      }
    }
    assertThat(firing).isEqualTo(alerts().keySet());
    assertThat(silent).isEqualTo(alerts().keySet());
  }
}
