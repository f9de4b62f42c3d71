package io.strata.readpath.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/** Registers meters that read a snapshot when they are looked at: to count costs nothing more. */
final class Meters {
  static final String BLOCKS = "blocks";
  static final String SECONDS = "seconds";
  static final String RATIO = "ratio";

  /** Of a figure whose unit depends on the policy. */
  static final String STATE = "state";

  private final MeterRegistry registry;
  private final CacheMetrics metrics;

  Meters(MeterRegistry registry, CacheMetrics metrics) {
    this.registry = registry;
    this.metrics = metrics;
  }

  /** Something that only ever rises. */
  void counter(
      String name, String unit, String description, Tags tags, ToLongFunction<Snapshot> value) {
    // The registry refers to the object weakly: it is one that lives as long as the cache.
    FunctionCounter.builder(name, metrics, each -> value.applyAsLong(each.now()))
        .baseUnit(unit)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  void gauge(
      String name, String unit, String description, Tags tags, ToDoubleFunction<Snapshot> value) {
    Gauge.builder(name, metrics, each -> value.applyAsDouble(each.now()))
        .baseUnit(unit)
        .description(description)
        .tags(tags)
        .register(registry);
  }

  void bytes(String name, String description, Tags tags, ToDoubleFunction<Snapshot> value) {
    gauge(name, BaseUnits.BYTES, description, tags, value);
  }

  void blocks(String name, String description, Tags tags, ToDoubleFunction<Snapshot> value) {
    gauge(name, BLOCKS, description, tags, value);
  }
}
