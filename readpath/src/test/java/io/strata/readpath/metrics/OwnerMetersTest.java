package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.usage.Owner;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.metrics2.AbstractMetric;
import org.apache.hadoop.metrics2.impl.MetricsCollectorImpl;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests number and names of the meters of tables and families. */
class OwnerMetersTest {
  private static final String KEY = "strata.metrics.tables";

  @TempDir private Path folder = Path.of("");

  private Configuration conf(String tables) {
    Configuration conf = FlashCache.conf(folder);
    conf.unset("strata.flash.path");
    conf.unset("strata.flash.size");
    if (!tables.isEmpty()) {
      conf.set(KEY, tables);
    }
    return conf;
  }

  /** Inserts a file for each owner, the first of one block, each next of one block more. */
  private static void fill(FlashCache test, List<Owner> owners) {
    Map<String, Owner> files = new HashMap<>();
    for (int i = 0; i < owners.size(); i++) {
      files.put("file" + i, owners.get(i));
      for (int block = 0; block <= i; block++) {
        test.put("file" + i, block, 1_000);
      }
    }
    test.cache().metrics().showOwners(() -> files);
  }

  private static Map<String, Double> blocksByTable(FlashCache test) {
    Map<String, Double> rows = new HashMap<>();
    String prefix = "strata_table_cached_blocks{";
    Exposition.parse(test.cache().metrics().scrape(""))
        .forEach(
            (series, value) -> {
              if (series.startsWith(prefix)) {
                rows.put(series.substring(prefix.length(), series.length() - 1), value);
              }
            });
    return rows;
  }

  private static List<String> hadoopNames(FlashCache test) {
    DefaultMetricsSystem.initialize("HBase");
    HadoopMetrics.show(test.cache().metrics());
    MetricsCollectorImpl collector = new MetricsCollectorImpl();
    DefaultMetricsSystem.instance().getSource(HadoopMetrics.NAME).getMetrics(collector, true);
    List<String> names = new ArrayList<>();
    for (AbstractMetric each : collector.getRecords().get(0).metrics()) {
      names.add(each.name());
    }
    return names;
  }

  @Test
  void theLargestTablesHaveTheirOwnSeriesAndTheOthersShareOne() {
    try (FlashCache test = new FlashCache(conf("2"))) {
      fill(
          test,
          List.of(
              new Owner("a", "f"),
              new Owner("b", "f"),
              new Owner("c", "f"),
              new Owner("c", "g"),
              new Owner("d", "f")));
      assertThat(blocksByTable(test))
          .isEqualTo(
              Map.of(
                  "family=\"f\",table=\"d\"", 5.0,
                  "family=\"g\",table=\"c\"", 4.0,
                  "family=\"f\",table=\"c\"", 3.0,
                  "family=\"(other)\",table=\"(other)\"", 3.0));
    }
  }

  @Test
  void aBoundOfZeroShowsTheTotalOnly() {
    try (FlashCache test = new FlashCache(conf("0"))) {
      fill(test, List.of(new Owner("a", "f"), new Owner("b", "f")));
      assertThat(blocksByTable(test))
          .isEqualTo(Map.of("family=\"(other)\",table=\"(other)\"", 3.0));
    }
  }

  @Test
  void theDefaultBoundLimitsWhatAScrapeAndHadoopShow() {
    try (FlashCache test = new FlashCache(conf(""))) {
      Map<String, Owner> files = new HashMap<>();
      for (int i = 0; i < 150; i++) {
        files.put("file" + i, new Owner("table" + i, "f"));
        test.put("file" + i, 0, 1_000);
      }
      test.cache().metrics().showOwners(() -> files);
      assertThat(blocksByTable(test))
          .hasSize(101)
          .containsEntry("family=\"(other)\",table=\"(other)\"", 50.0);
      assertThat(hadoopNames(test)).filteredOn(name -> name.startsWith("tableCached")).hasSize(101);
    }
  }

  @Test
  void theBoundFollowsAReloadedConfiguration() {
    try (FlashCache test = new FlashCache(conf("1"))) {
      fill(test, List.of(new Owner("a", "f"), new Owner("b", "f"), new Owner("c", "f")));
      assertThat(blocksByTable(test)).hasSize(2);
      test.reconfigure(conf("2"));
      assertThat(blocksByTable(test)).hasSize(3);
      test.reconfigure(conf("-1"));
      assertThat(blocksByTable(test)).hasSize(3);
    }
  }

  /** HBase's Prometheus servlet writes names in lower case, with _ before a capital letter. */
  @Test
  void ownersOfSimilarNamesHaveDistinctMetrics() {
    List<Owner> owners =
        List.of(
            new Owner("a_b", "f"),
            new Owner("a.b", "f"),
            new Owner("a-b", "f"),
            new Owner("a:b", "f"),
            new Owner("a__b", "f"),
            new Owner("a_dot_b", "f"),
            new Owner("aB", "f"),
            new Owner("AB", "f"),
            new Owner("Ab", "f"),
            new Owner("ab", "f"),
            new Owner("ns:a.b", "f"),
            new Owner("ns:a_b", "f"),
            new Owner("ns.a_b", "f"),
            new Owner("y", "f_table_x"),
            new Owner("x_table_y", "f"),
            new Owner("x", "f "),
            new Owner("x", "f\u00e9"));
    try (FlashCache test = new FlashCache(conf(""))) {
      fill(test, owners);
      List<String> names = hadoopNames(test);
      assertThat(names).doesNotHaveDuplicates();
      assertThat(names)
          .filteredOn(name -> name.startsWith("tableUsedBytes_"))
          .hasSize(owners.size())
          .allMatch(name -> name.matches("[a-zA-Z0-9_]+"))
          .contains(
              "tableUsedBytes_family_f_table_ab",
              "tableUsedBytes_family_f_table_a__b",
              "tableUsedBytes_family_f_table_a_dot_b",
              "tableUsedBytes_family_f_table_a_dash_b",
              "tableUsedBytes_family_f_table_a_colon_b",
              "tableUsedBytes_family_f_table__up_A_b",
              "tableUsedBytes_family_f_xe9__table_x");
      assertThat(names.stream().map(OwnerMetersTest::onHBasesPage)).doesNotHaveDuplicates();
    }
  }

  private static String onHBasesPage(String name) {
    return String.join("_", name.split("(?<!(^|[A-Z_]))(?=[A-Z])|(?<!^)(?=[A-Z][a-z])", -1))
        .toLowerCase(Locale.ROOT);
  }
}
