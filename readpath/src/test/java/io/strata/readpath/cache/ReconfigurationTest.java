package io.strata.readpath.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.Reload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A configuration is applied completely or rolled back, whatever fails. */
class ReconfigurationTest {
  /** The settings of the parts, in the order in which they were set. */
  private final List<String> done = new ArrayList<>();

  private final List<String> failing = new ArrayList<>();
  private Throwable failure = new IllegalStateException();
  private final Reconfiguration live = new Reconfiguration(read(conf(3)), this::set);

  /** The parts that are changed, in the order in which they are set. */
  private static final Map<Reload, String> PARTS =
      Map.of(
          Reload.WRITERS, "first", Reload.STATS_PERIOD, "second", Reload.METRICS_TABLES, "third");

  static List<Throwable> failures() {
    return List.of(
        new IllegalStateException("a bug"),
        new OutOfMemoryError("direct memory"),
        new NoClassDefFoundError("a class"),
        new AssertionError());
  }

  private static Configuration conf(int threads) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "32");
    conf.setInt("hbase.bucketcache.writer.threads", threads);
    conf.setInt("hbase.blockcache.stats.period.minutes", threads);
    conf.setInt("strata.metrics.tables", threads);
    return conf;
  }

  private static CacheSettings read(Configuration conf) {
    return CacheSettings.read(conf, MemoryLimits.ofThisProcess());
  }

  private static String threads(CacheSettings settings) {
    return Integer.toString(settings.writerThreads());
  }

  private void set(Reload part, CacheSettings wanted) {
    String text = PARTS.get(part) + "=" + threads(wanted);
    done.add(text);
    if (failing.contains(text)) {
      ReconfigurationTest.<RuntimeException>raise(failure);
    }
  }

  /** Throws any type, like a method that was compiled against another version. */
  @SuppressWarnings("unchecked")
  private static <T extends Throwable> void raise(Throwable failure) throws T {
    throw (T) failure;
  }

  private void apply(int threads) {
    live.apply(read(conf(threads)));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void anyFailureRollsBackAllParts(Throwable any) {
    failure = any;
    failing.add("second=5");
    assertThatThrownBy(() -> apply(5)).isSameAs(any);
    assertThat(done).containsExactlyInAnyOrder("first=5", "second=5", "second=3", "first=3");
    assertThat(threads(live.settings())).isEqualTo("3");
  }

  @ParameterizedTest
  @MethodSource("failures")
  void failedRollbackDoesNotPreventOthers(Throwable any) {
    failure = any;
    failing.addAll(List.of("third=5", "second=3"));
    assertThatThrownBy(() -> apply(5)).isSameAs(any);
    assertThat(done).contains("third=3", "second=3", "first=3");

    done.clear();
    failing.clear();
    apply(3);
    assertThat(done).as("the part that was not rolled back").containsExactly("second=3");
    done.clear();
    apply(3);
    assertThat(done).isEmpty();
  }
}
