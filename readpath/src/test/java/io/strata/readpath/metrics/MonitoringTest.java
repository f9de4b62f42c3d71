package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.usage.Owner;
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
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the dashboard and the alert rules against the series of a cache and the operator's guide.
 * {@code .ci/check-monitoring} checks them with the tools of Grafana and Prometheus.
 */
class MonitoringTest {
  private static final Path CONF = Path.of("..", "conf");
  private static final Path GUIDE = Path.of("..", "docs", "OPERATING.md");
  private static final String DASHBOARD = "grafana-strata.json";
  private static final String RULES = "prometheus-alerts.yml";
  private static final String TESTS = "prometheus-alerts-test.yml";

  /** The labels that Prometheus adds, and that of histograms. */
  private static final Set<String> LABELS_OF_ALL = Set.of("job", "instance", "le");

  /** A name of a series, with its label matchers. */
  private static final Pattern SELECTOR =
      Pattern.compile("\\b(strata_\\w+)(?:\\{((?:[^}\"]|\"[^\"]*\")*)})?");

  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*(?:=~|!~|!=|=)\\s*\"([^\"]*)\"");
  private static final Pattern ALERT =
      Pattern.compile("^      - alert: (\\w+)\n((?:        .*\n)+)", Pattern.MULTILINE);
  private static final Pattern ANCHOR = Pattern.compile("docs/OPERATING\\.md#([\\w-]+)");
  private static final Pattern HEADING = Pattern.compile("^#+ (.*)$", Pattern.MULTILINE);

  /** Labels and their values of each series of a cache with all tiers, except deprecated ones. */
  private static final Map<String, Map<String, Set<String>>> SERIES = new TreeMap<>();

  @TempDir private static Path folder;

  private static String read(String file) throws IOException {
    return Files.readString(CONF.resolve(file));
  }

  /** Returns the rules by name. */
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

  @BeforeAll
  static void readSeries() throws IOException {
    try (FlashCache test = new FlashCache(FlashCache.conf(folder))) {
      test.put("file", 0);
      CacheMetrics metrics = test.cache().metrics();
      metrics.showOwners(() -> Map.of("file", new Owner("table", "family")));
      for (String line : Exposition.parse(metrics.scrape("")).keySet()) {
        Matcher selector = SELECTOR.matcher(line);
        assertThat(selector.matches()).as(line).isTrue();
        Map<String, Set<String>> labels =
            SERIES.computeIfAbsent(selector.group(1), name -> new TreeMap<>());
        forEachLabel(
            selector,
            (label, value) -> labels.computeIfAbsent(label, any -> new TreeSet<>()).add(value));
      }
      for (Sample each : metrics.read()) {
        if (String.valueOf(each.id().getDescription()).startsWith("Deprecated")) {
          SERIES.remove(metrics.prometheusName(each.id()));
        }
      }
    }
  }

  private static void forEachLabel(Matcher selector, BiConsumer<String, String> labels) {
    String text = selector.group(2);
    LABEL
        .matcher(text == null ? "" : text)
        .results()
        .forEach(each -> labels.accept(each.group(1), each.group(2)));
  }

  /** Returns a message for each unknown or deprecated series, label and value in a text. */
  private static Set<String> unknownIn(String text) {
    Set<String> unknown = new TreeSet<>();
    Matcher selector = SELECTOR.matcher(text);
    while (selector.find()) {
      String series = selector.group(1);
      Map<String, Set<String>> known = SERIES.get(series);
      if (known == null) {
        unknown.add("There is no metric " + series + ".");
        continue;
      }
      forEachLabel(
          selector,
          (label, values) -> {
            Set<String> may = known.getOrDefault(label, Set.of());
            boolean isFree = label.equals("slot") || values.startsWith("$");
            boolean isKnown =
                isFree ? !may.isEmpty() : may.containsAll(List.of(values.split("\\|")));
            if (!isKnown && !LABELS_OF_ALL.contains(label)) {
              unknown.add("%s has no %s %s.".formatted(series, label, values));
            }
          });
    }
    return unknown;
  }

  @ParameterizedTest
  @ValueSource(strings = {DASHBOARD, RULES, TESTS})
  void queriesUseExistingSeriesOnly(String file) throws IOException {
    assertThat(unknownIn(read(file).replace("\\\"", "\""))).isEmpty();
  }

  @Test
  void dashboardShowsEverySeries() throws IOException {
    String text = read(DASHBOARD);
    assertThat(SERIES.keySet())
        .isNotEmpty()
        .filteredOn(series -> !series.endsWith("_max"))
        .allSatisfy(series -> assertThat(text).contains(series + "{"));
  }

  @Test
  void eachPanelHasDescriptionAndUnit() throws IOException {
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
  void eachQueryUsesTheChosenDataSourceAndServers() throws IOException {
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
  void eachAlertHasDurationSeverityAndLinkToTheGuide() throws IOException {
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
