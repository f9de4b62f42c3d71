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
 * A source of Hadoop's metrics system, which publishes the meters next to HBase's own: on JMX and
 * {@code /jmx} as {@code Hadoop:service=HBase,name=RegionServer,sub=Strata}, on {@code
 * /prometheus}, and in all configured sinks. Thread-safe.
 *
 * <p>A name is the meter's name without its prefix in camel case, its unit if that is bytes or
 * seconds, then its tags, as in HBase's metrics of tables and regions: {@code
 * hits_kind_data_tier_offheap}, {@code capacityBytes_tier_heap}. Names of tables and families are
 * {@linkplain EscapedName escaped} to keep them distinct.
 */
public final class HadoopMetrics implements MetricsSource {
  /** The source's name in JMX. */
  public static final String NAME = "RegionServer,sub=Strata";

  private static final String DESCRIPTION = "Strata, the block cache";
  private static final String CONTEXT = "regionserver";
  private static final String PREFIX = "strata.";

  /** Units that are part of a name, because the value does not show them. */
  private static final Set<String> UNITS_IN_NAME = Set.of(BaseUnits.BYTES, Meters.SECONDS);

  private static final Set<String> FRACTIONAL = Set.of(Meters.RATIO, Meters.SECONDS, Meters.STATE);

  /** Tags whose values users choose. */
  private static final Set<String> USER_CHOSEN = Set.of(OwnerMeters.TABLE, OwnerMeters.FAMILY);

  private final CacheMetrics metrics;

  private HadoopMetrics(CacheMetrics metrics) {
    this.metrics = metrics;
  }

  /** Registers these meters, in place of any that are registered. */
  public static void show(CacheMetrics metrics) {
    hide();
    DefaultMetricsSystem.instance().register(NAME, DESCRIPTION, new HadoopMetrics(metrics));
  }

  /** Unregisters the meters, if any are registered. */
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
      // Counts and bytes have no fraction, as in HBase's metrics.
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

  /** Returns the name of a meter in Hadoop's metrics. */
  static String nameOf(Meter.Id id) {
    StringBuilder name = new StringBuilder();
    for (String word : id.getName().substring(PREFIX.length()).split("\\.", -1)) {
      name.append(name.isEmpty() ? word : capitalized(word));
    }
    String unit = id.getBaseUnit();
    if (id.getType() != Meter.Type.TIMER && UNITS_IN_NAME.contains(String.valueOf(unit))) {
      name.append(capitalized(String.valueOf(unit)));
    }
    for (Tag tag : id.getTags()) {
      name.append('_').append(tag.getKey()).append('_').append(valueOf(tag));
    }
    return name.toString();
  }

  /** Escapes values that users choose. All others are constants of the cache, and distinct. */
  private static String valueOf(Tag tag) {
    return USER_CHOSEN.contains(tag.getKey())
        ? EscapedName.of(tag.getValue())
        : tag.getValue().replace('.', '_');
  }

  private static String capitalized(String word) {
    return word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1);
  }
}
