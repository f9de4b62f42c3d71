package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.strata.l2.PinStatistics;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.usage.Owner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.hfile.CacheStats;

/**
 * All meters of a cache. They read the cache's own counters, so only sampled look-ups pay for being
 * measured. Thread-safe.
 *
 * <p>Each caller gets its own {@linkplain #read samples}. Prometheus, JMX and the history share
 * only the counters, and wait for each other only while the ages of pins are updated. Counters are
 * monotonic: of two successive reads, the second is never lower.
 *
 * <p>Names follow Micrometer's conventions. {@code METRICS.md} lists them and is generated from
 * this class.
 */
public final class CacheMetrics implements AutoCloseable {
  private static final String OPEN_METRICS = "application/openmetrics-text";

  /** Steps of the history after which the reads of files are halved. */
  private static final int STEPS_TO_AGE = 60;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final FileHeat heat = new FileHeat();
  private final LookupTimes lookups = new LookupTimes(registry, heat);
  private final MetricsHistory history = new MetricsHistory();
  private final OnHeapBlockCache onHeap;
  private final OffHeapBlockCache offHeap;
  private final Meters meters = new Meters();

  /** Separate, because a flash tier may be added later. */
  private final Meters flashMeters = new Meters();

  private final OwnerMeters ownerMeters;
  private final AtomicInteger steps = new AtomicInteger();
  private volatile PinStatistics pins;
  private volatile boolean hadFlash;

  /**
   * Creates the meters of a cache.
   *
   * @param offHeap the off-heap tier, and through it the flash tier
   * @param tables maximum number of tables with their own meters, 0 or more
   */
  public CacheMetrics(OnHeapBlockCache onHeap, OffHeapBlockCache offHeap, int tables) {
    this.onHeap = onHeap;
    this.offHeap = offHeap;
    this.ownerMeters = new OwnerMeters(offHeap, tables);
    new ReadMeters(onHeap, offHeap).bindTo(meters);
    new HeapMeters(onHeap).bindTo(meters);
    new OffHeapMeters(offHeap).bindTo(meters);
    meters.add(ownerMeters);
    new FlashMeters(offHeap).bindTo(flashMeters);
    DeprecatedMeters.log();
    this.pins = offHeap.inspection().lookForPins();
    registry
        .getPrometheusRegistry()
        .register(new PrometheusSamples(this::read, registry.config().namingConvention()));
  }

  /**
   * Adds meters of the largest tables, by family.
   *
   * @param next returns the owner of each of the server's files; called at each read
   */
  public void showOwners(Supplier<Map<String, Owner>> next) {
    ownerMeters.setOwners(next);
  }

  /**
   * Sets the maximum number of tables with their own meters.
   *
   * @param tables 0 or more
   */
  public void setTables(int tables) {
    ownerMeters.setTables(tables);
  }

  /** Returns the timers of look-ups. */
  public LookupTimes lookups() {
    return lookups;
  }

  /** Returns the counters of the last hour. */
  public MetricsHistory history() {
    return history;
  }

  /** Returns the pins as of the last read. */
  public PinStatistics pins() {
    return pins;
  }

  /** Returns the reads by file. */
  public FileHeat heat() {
    return heat;
  }

  /** Adds a point to the history. Called once every {@link MetricsHistory#STEP_SECONDS}. */
  public void step() {
    Snapshot now = snapshot();
    CacheStats heap = onHeap.getStats();
    CacheStats below = offHeap.getStats();
    history.add(
        new MetricsHistory.Point(
            System.currentTimeMillis(),
            heap.getHitCount() + below.getHitCount(),
            heap.getMissCount() + below.getMissCount(),
            now.store().evictedForRoom(),
            lookups.hits(),
            lookups.hitNanos()));
    if (steps.incrementAndGet() % STEPS_TO_AGE == 0) {
      heat.age();
    }
  }

  private Snapshot snapshot() {
    Snapshot now = Snapshot.of(offHeap);
    pins = now.pins();
    if (now.flash() != null) {
      hadFlash = true;
    }
    return now;
  }

  /**
   * Reads all meters except the timers of look-ups. Scans all slots once, which takes some
   * milliseconds per million slots.
   */
  public List<Sample> read() {
    Snapshot now = snapshot();
    List<Sample> samples = new ArrayList<>();
    meters.read(now, samples::add);
    if (hadFlash) {
      flashMeters.read(now, samples::add);
    }
    return samples;
  }

  /** Returns the name of a meter in Prometheus. */
  String prometheusName(Meter.Id id) {
    String name = id.getConventionName(registry.config().namingConvention());
    return id.getType() == Meter.Type.COUNTER ? name + "_total" : name;
  }

  /**
   * Reads all meters and returns them in an exposition format of Prometheus.
   *
   * @param format content type that {@link #formatFor} returned
   */
  public String scrape(String format) {
    return registry.scrape(format);
  }

  /**
   * Returns the content type of the response: OpenMetrics if the client accepts it, else text.
   *
   * @param accept the request's {@code Accept} header; may be empty
   */
  public static String formatFor(String accept) {
    return accept.contains(OPEN_METRICS)
        ? OPEN_METRICS + "; version=1.0.0; charset=utf-8"
        : "text/plain; version=0.0.4; charset=utf-8";
  }

  @Override
  public void close() {
    registry.close();
  }
}
