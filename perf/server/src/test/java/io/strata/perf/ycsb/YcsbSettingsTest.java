package io.strata.perf.ycsb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import org.apache.hadoop.hbase.client.Durability;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Settings are applied, and invalid ones are rejected in one line. */
class YcsbSettingsTest {
  private static final YcsbTable TABLE = new YcsbTable(Map.of(), 10);

  @Test
  void bindingHasDefaults() {
    BindingOptions options = BindingOptions.of(new Properties());
    assertThat(options.table()).isEqualTo(YcsbTable.NAME);
    assertThat(options.family()).isEqualTo("f");
    assertThat(options.buffered()).isFalse();
    assertThat(options.durability()).isEqualTo(Durability.USE_DEFAULT);
  }

  @Test
  void bindingAppliesProperties() {
    Properties properties = new Properties();
    properties.putAll(
        Map.of(
            "table", "t",
            "columnfamily", "other",
            "clientbuffering", "true",
            "durability", "skip_wal",
            "hbase.zookeeper.quorum", "somewhere",
            "zookeeper.session.timeout", "7"));
    BindingOptions options = BindingOptions.of(properties);
    assertThat(options.table().getNameAsString()).isEqualTo("t");
    assertThat(options.family()).isEqualTo("other");
    assertThat(options.buffered()).isTrue();
    assertThat(options.durability()).isEqualTo(Durability.SKIP_WAL);
    assertThat(options.configuration().get("hbase.zookeeper.quorum")).isEqualTo("somewhere");
    assertThat(options.configuration().get("zookeeper.session.timeout")).isEqualTo("7");
  }

  @ParameterizedTest
  @CsvSource({
    "table, a b, a valid table name",
    "columnfamily, '', a name without colons",
    "columnfamily, a:b, a name without colons",
    "clientbuffering, yes, true or false",
    "durability, fast, 'one of [USE_DEFAULT, SKIP_WAL, ASYNC_WAL, SYNC_WAL, FSYNC_WAL]'",
  })
  void invalidPropertyIsRejectedWithTheFix(String name, String value, String fix) {
    Properties properties = new Properties();
    properties.setProperty(name, value);
    assertThatThrownBy(() -> BindingOptions.of(properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(name + "=" + value + ": is invalid. Set it to " + fix + ".");
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "2048", "many"})
  void numberOfRowsOutOfRangeIsRejected(String value) {
    Properties properties = new Properties();
    properties.setProperty("rowsperread", value);
    assertThatThrownBy(() -> HBaseWorkload.rows(properties, "rowsperread", "1"))
        .hasMessage(
            "rowsperread=" + value + ": is invalid. Set it to a number of rows from 1 to 2047.");
  }

  @ParameterizedTest
  @EnumSource
  void workloadsSetAllProportionsThatHaveADefault(YcsbWorkload workload) {
    Map<String, String> properties = workload.properties();
    assertThat(properties).containsKeys("readproportion", "updateproportion");
    assertThat(
            properties.entrySet().stream()
                .filter(each -> each.getKey().endsWith("proportion"))
                .mapToDouble(each -> Double.parseDouble(each.getValue()))
                .sum())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  void invalidRunIsRejected() {
    assertThatThrownBy(() -> run(0, OptionalDouble.empty(), 0, 1))
        .hasMessage("threads=0: must be at least 1.");
    assertThatThrownBy(() -> run(4, OptionalDouble.of(3), 0, 1))
        .hasMessage("operationsPerSecond=3.0: must be at least the number of threads, 4.");
    assertThatThrownBy(() -> run(4, OptionalDouble.of(1e10), 0, 1))
        .hasMessageContaining("operationsPerSecond");
    assertThatThrownBy(() -> run(4, OptionalDouble.empty(), 1, 0))
        .hasMessage("duration=PT0S, warmUp=PT1S: must be at least 1 s and 0 s.");
    assertThatThrownBy(() -> run(4, OptionalDouble.empty(), -1, 1)).hasMessageContaining("PT-1S");
    assertThatThrownBy(() -> new YcsbTable(Map.of(), 0))
        .hasMessage("records=0: must be at least 1.");
  }

  private static YcsbRun run(int threads, OptionalDouble rate, int warmUp, int seconds) {
    return new YcsbRun(
        TABLE,
        YcsbWorkload.C,
        threads,
        rate,
        Duration.ofSeconds(warmUp),
        Duration.ofSeconds(seconds));
  }
}
