package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.metrics2.MetricsCollector;
import org.apache.hadoop.metrics2.MetricsInfo;
import org.apache.hadoop.metrics2.MetricsRecordBuilder;
import org.apache.hadoop.metrics2.MetricsSource;
import org.apache.hadoop.metrics2.MetricsSystem;
import org.apache.hadoop.metrics2.lib.DefaultMetricsSystem;
import org.apache.hadoop.metrics2.lib.Interns;

/**
 * The meters as a source of Hadoop's metrics, through which HBase shows its own: on JMX and {@code
 * /jmx} as {@code Hadoop:service=HBase,name=RegionServer,sub=Strata}, on {@code /prometheus}, and
 * in whatever sinks are configured. Thread-safe.
 *
 * <p>A name is the meter's without its prefix, in camel case, with its unit where that is bytes or
 * seconds, and its tags behind it, as HBase does it with tables and regions: {@code
 * hits_kind_data_tier_offheap}, {@code capacityBytes_tier_heap}. Names of tables and families are
 * {@linkplain EscapedName escaped}, so that no two have the same.
 */
public final class HadoopMetrics implements MetricsSource {
  /** What JMX shows it as. */
  public static final String NAME = "RegionServer,sub=Strata";

  private static final String DESCRIPTION = "Strata, the block cache";
  private static final String CONTEXT = "regionserver";
  private static final String PREFIX = "strata.";

  /** Units that a name ends with: without it, nobody would know. */
  private static final Set<String> NAMED = Set.of(BaseUnits.BYTES, Meters.SECONDS);

  private static final Set<String> FRACTIONAL = Set.of(Meters.RATIO, Meters.SECONDS, Meters.STATE);

  /** Tags whose values users choose. */
  private static final Set<String> FREE_NAMES = Set.of(OwnerMeters.TABLE, OwnerMeters.FAMILY);

  private final CacheMetrics metrics;

  private HadoopMetrics(CacheMetrics metrics) {
    this.metrics = metrics;
  }

  /** Shows these meters from now on, instead of any that were shown before. */
  public static void show(CacheMetrics metrics) {
    hide();
    DefaultMetricsSystem.instance().register(NAME, DESCRIPTION, new HadoopMetrics(metrics));
  }

  /** Shows none any more. */
  public static void hide() {
    MetricsSystem system = DefaultMetricsSystem.instance();
    if (system.getSource(NAME) != null) {
      system.unregisterSource(NAME);
    }
  }

  @Override
  public void getMetrics(MetricsCollector collector, boolean all) {
    MetricsRecordBuilder record = collector.addRecord("Strata").setContext(CONTEXT);
    metrics.read().forEach(each -> add(record, each));
    metrics.lookups().timers().forEach(each -> add(record, each));
  }

  private static void add(MetricsRecordBuilder record, Sample sample) {
    MetricsInfo info = info(sample.id(), "");
    if (sample.id().getType() == Meter.Type.COUNTER) {
      record.addCounter(info, (long) sample.value());
    } else if (FRACTIONAL.contains(String.valueOf(sample.id().getBaseUnit()))) {
      record.addGauge(info, sample.value());
    } else {
      // What is counted in pieces or bytes is shown as HBase shows such: without a fraction.
      record.addGauge(info, (long) sample.value());
    }
  }

  private static void add(MetricsRecordBuilder record, Timer timer) {
    record.addCounter(info(timer.getId(), "_num_ops"), timer.count());
    record.addGauge(info(timer.getId(), "_mean_nanos"), timer.mean(TimeUnit.NANOSECONDS));
    record.addGauge(info(timer.getId(), "_max_nanos"), timer.max(TimeUnit.NANOSECONDS));
  }

  private static MetricsInfo info(Meter.Id id, String suffix) {
    return Interns.info(nameOf(id) + suffix, String.valueOf(id.getDescription()));
  }

  /** The name that a meter has here. */
  static String nameOf(Meter.Id id) {
    StringBuilder name = new StringBuilder();
    for (String word : id.getName().substring(PREFIX.length()).split("\\.", -1)) {
      name.append(name.isEmpty() ? word : capitalized(word));
    }
    String unit = id.getBaseUnit();
    if (id.getType() != Meter.Type.TIMER && NAMED.contains(String.valueOf(unit))) {
      name.append(capitalized(String.valueOf(unit)));
    }
    for (Tag tag : id.getTags()) {
      name.append('_').append(tag.getKey()).append('_').append(valueOf(tag));
    }
    return name.toString();
  }

  /** The values of all other tags are the cache's own, and distinct. */
  private static String valueOf(Tag tag) {
    return FREE_NAMES.contains(tag.getKey())
        ? EscapedName.of(tag.getValue())
        : tag.getValue().replace('.', '_');
  }

  private static String capitalized(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
