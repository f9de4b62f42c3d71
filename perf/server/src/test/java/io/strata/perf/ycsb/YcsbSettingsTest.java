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

/** What is set is taken, and what is wrong is told in a sentence. */
class YcsbSettingsTest {
  private static final YcsbTable TABLE = new YcsbTable(Map.of(), 10);

  @Test
  void theBindingHasDefaults() {
    BindingOptions options = BindingOptions.of(new Properties());
    assertThat(options.table()).isEqualTo(YcsbTable.NAME);
    assertThat(options.family()).isEqualTo("f");
    assertThat(options.buffered()).isFalse();
    assertThat(options.durability()).isEqualTo(Durability.USE_DEFAULT);
  }

  @Test
  void theBindingTakesWhatIsSet() {
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
    "table, a b, a name that HBase allows for a table",
    "columnfamily, '', a name without colons",
    "columnfamily, a:b, a name without colons",
    "clientbuffering, yes, true or false",
    "durability, fast, 'one of [USE_DEFAULT, SKIP_WAL, ASYNC_WAL, SYNC_WAL, FSYNC_WAL]'",
  })
  void theBindingSaysWhatIsWrong(String name, String value, String mend) {
    Properties properties = new Properties();
    properties.setProperty(name, value);
    assertThatThrownBy(() -> BindingOptions.of(properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The property " + name + " is \"" + value + "\"; set it to " + mend + ".");
  }

  @ParameterizedTest
  @CsvSource({"0", "-1", "2048", "many"})
  void theWorkloadRefusesRowsThatCannotBeCounted(String value) {
    Properties properties = new Properties();
    properties.setProperty("rowsperread", value);
    assertThatThrownBy(() -> HBaseWorkload.rows(properties, "rowsperread", "1"))
        .hasMessage(
            "The property rowsperread is \""
                + value
                + "\"; set it to a number of rows from 1 to 2047.");
  }

  @ParameterizedTest
  @EnumSource
  void aWorkloadSetsAllSharesThatHaveADefault(YcsbWorkload workload) {
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
  void aRunRefusesWhatYcsbCannotDo() {
    assertThatThrownBy(() -> run(0, OptionalDouble.empty(), 0, 1))
        .hasMessage("YCSB needs a thread at least, not 0.");
    assertThatThrownBy(() -> run(4, OptionalDouble.of(3), 0, 1))
        .hasMessage(
            "YCSB can keep a rate of one operation a second for each of 4 threads or more, not"
                + " 3.0.");
    assertThatThrownBy(() -> run(4, OptionalDouble.of(1e10), 0, 1)).hasMessageContaining("rate");
    assertThatThrownBy(() -> run(4, OptionalDouble.empty(), 1, 0))
        .hasMessage("YCSB measures a second at least, not PT0S after PT1S.");
    assertThatThrownBy(() -> run(4, OptionalDouble.empty(), -1, 1)).hasMessageContaining("PT-1S");
    assertThatThrownBy(() -> new YcsbTable(Map.of(), 0))
        .hasMessage("A table has a row at least, not 0.");
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
