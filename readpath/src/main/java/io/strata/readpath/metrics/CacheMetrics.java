package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.strata.l2.PinStatistics;
import io.strata.readpath.account.Owner;
import io.strata.readpath.account.Use;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.hfile.CacheStats;

/**
 * All meters of a cache. They read what the cache counts anyway, at the last {@link #refresh}: only
 * look-ups that are drawn pay for being measured. Thread-safe.
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
  private final History history = new History();
  private final OnHeapBlockCache onHeap;
  private final OffHeapBlockCache offHeap;
  private final Meters meters;
  private final SizeClassMeters sizeClasses;
  private final OwnerMeters ofOwners;
  private final PolicyMeters ofPolicy;
  private final AtomicInteger steps = new AtomicInteger();
  private volatile Supplier<Map<String, Owner>> owners = Map::of;
  private volatile Snapshot now;
  private volatile boolean hasFlashMeters;

  /** Of a cache of these two tiers, the second with what is below it. */
  public CacheMetrics(OnHeapBlockCache onHeap, OffHeapBlockCache offHeap) {
    this.onHeap = onHeap;
    this.offHeap = offHeap;
    this.now = Snapshot.of(offHeap);
    this.meters = new Meters(registry, this);
    new ReadMeters(onHeap, offHeap).bindTo(meters);
    new HeapMeters(onHeap).bindTo(meters);
    new OffHeapMeters(offHeap).bindTo(meters);
    this.sizeClasses = new SizeClassMeters(registry);
    this.ofOwners = new OwnerMeters(registry);
    this.ofPolicy = new PolicyMeters(registry);
    show(now);
  }

  /**
   * Shows from now on what each table and family has.
   *
   * @param next whose the server's files are, asked anew each time
   */
  public void showOwners(Supplier<Map<String, Owner>> next) {
    owners = next;
  }

  /** Where look-ups are timed. */
  public LookupTimes lookups() {
    return lookups;
  }

  /** The last hour. */
  public History history() {
    return history;
  }

  /** Who had blocks at the last look. */
  public PinStatistics pins() {
    return now.pins();
  }

  /** Which files are read most. */
  public FileHeat heat() {
    return heat;
  }

  /** As {@link #refresh}, and adds to the history; to be called once in each of its steps. */
  public void step() {
    refresh();
    CacheStats heap = onHeap.getStats();
    CacheStats below = offHeap.getStats();
    history.add(
        new History.Point(
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

  Snapshot now() {
    return now;
  }

  /**
   * Lets the meters show what is counted now. Goes through all slots once: some milliseconds for a
   * million.
   */
  public void refresh() {
    Snapshot next = Snapshot.of(offHeap);
    show(next);
    now = next;
  }

  /** A tier on disks may come later; to register a meter twice changes nothing. */
  private void show(Snapshot next) {
    sizeClasses.show(next.sizeClasses());
    ofPolicy.show(next.policy());
    ofOwners.show(Use.of(offHeap, owners.get()));
    if (next.flash() != null && !hasFlashMeters) {
      new FlashMeters(offHeap).bindTo(meters);
      hasFlashMeters = true;
    }
  }

  /** The meters in the order of their names. */
  public List<Meter> meters() {
    return registry.getMeters().stream()
        .sorted(Comparator.comparing((Meter each) -> each.getId().toString()))
        .toList();
  }

  /** What Prometheus calls a meter. */
  String prometheusName(Meter.Id id) {
    String name = id.getConventionName(registry.config().namingConvention());
    return id.getType() == Meter.Type.COUNTER ? name + "_total" : name;
  }

  /**
   * All meters as Prometheus reads them, after a {@link #refresh}.
   *
   * @param format as {@link #formatFor} has it
   */
  public String scrape(String format) {
    refresh();
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
