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
 * All meters of a cache. They read what the cache counts anyway: only look-ups that are drawn pay
 * for being measured. Thread-safe.
 *
 * <p>Each caller gets {@linkplain #read readings} of its own: Prometheus, JMX and the history share
 * no state but the counters that they read, and wait for each other only while the ages of pins are
 * taken. Each counter only rises, so of two reads one after the other the second never has less.
 *
 * <p>Names follow Micrometer's conventions; the page {@code METRICS.md} lists them, and is made
 * from this.
 */
public final class CacheMetrics implements AutoCloseable {
  private static final String OPEN_METRICS = "application/openmetrics-text";

  /** After so many steps of the history, what files were read before weighs half. */
  private static final int STEPS_TO_AGE = 60;

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final FileHeat heat = new FileHeat();
  private final LookupTimes lookups = new LookupTimes(registry, heat);
  private final MetricsHistory history = new MetricsHistory();
  private final OnHeapBlockCache onHeap;
  private final OffHeapBlockCache offHeap;
  private final Meters meters = new Meters();

  /** Apart, since a tier on disks may come later. */
  private final Meters flashMeters = new Meters();

  private final OwnerMeters ofOwners;
  private final AtomicInteger steps = new AtomicInteger();
  private volatile PinStatistics pins;
  private volatile boolean hadFlash;

  /**
   * Of a cache of these two tiers, the second with what is below it.
   *
   * @param tables how many tables have meters of their own, 0 or more
   */
  public CacheMetrics(OnHeapBlockCache onHeap, OffHeapBlockCache offHeap, int tables) {
    this.onHeap = onHeap;
    this.offHeap = offHeap;
    this.ofOwners = new OwnerMeters(offHeap, tables);
    new ReadMeters(onHeap, offHeap).bindTo(meters);
    new HeapMeters(onHeap).bindTo(meters);
    new OffHeapMeters(offHeap).bindTo(meters);
    meters.add(ofOwners);
    new FlashMeters(offHeap).bindTo(flashMeters);
    this.pins = offHeap.inspection().lookForPins();
    registry
        .getPrometheusRegistry()
        .register(new PrometheusReadings(this::read, registry.config().namingConvention()));
  }

  /**
   * Shows from now on what the largest tables have, by family.
   *
   * @param next whose the server's files are, asked anew each time
   */
  public void showOwners(Supplier<Map<String, Owner>> next) {
    ofOwners.setOwners(next);
  }

  /**
   * Sets how many tables have meters of their own.
   *
   * @param tables 0 or more
   */
  public void setTables(int tables) {
    ofOwners.setTables(tables);
  }

  /** Where look-ups are timed. */
  public LookupTimes lookups() {
    return lookups;
  }

  /** The last hour. */
  public MetricsHistory history() {
    return history;
  }

  /** Who had blocks at the last look. */
  public PinStatistics pins() {
    return pins;
  }

  /** Which files are read most. */
  public FileHeat heat() {
    return heat;
  }

  /** Adds to the history; to be called once in each of its steps. */
  public void step() {
    Snapshot now = look();
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

  private Snapshot look() {
    Snapshot now = Snapshot.of(offHeap);
    pins = now.pins();
    if (now.flash() != null) {
      hadFlash = true;
    }
    return now;
  }

  /**
   * What all meters show now, but for the times of look-ups. Goes through all slots once: some
   * milliseconds for a million.
   */
  public List<Reading> read() {
    Snapshot now = look();
    List<Reading> readings = new ArrayList<>();
    meters.read(now, readings::add);
    if (hadFlash) {
      flashMeters.read(now, readings::add);
    }
    return readings;
  }

  /** What Prometheus calls a meter. */
  String prometheusName(Meter.Id id) {
    String name = id.getConventionName(registry.config().namingConvention());
    return id.getType() == Meter.Type.COUNTER ? name + "_total" : name;
  }

  /**
   * All meters as Prometheus reads them, of now.
   *
   * @param format as {@link #formatFor} has it
   */
  public String scrape(String format) {
    return registry.scrape(format);
  }

  /**
   * The content type to answer with.
   *
   * @param accept the request's header of that name; may be empty
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
