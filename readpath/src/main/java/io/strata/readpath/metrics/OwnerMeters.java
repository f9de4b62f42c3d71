package io.strata.readpath.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.strata.readpath.account.Owner;
import io.strata.readpath.account.Use;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** Meters for each table and family that has blocks at the moment. Thread-safe. */
final class OwnerMeters {
  private final MultiGauge bytes;
  private final MultiGauge blocks;

  OwnerMeters(MeterRegistry registry) {
    bytes =
        MultiGauge.builder("strata.table.used")
            .baseUnit(BaseUnits.BYTES)
            .description("Bytes of the blocks off the heap, by table and family.")
            .register(registry);
    blocks =
        MultiGauge.builder("strata.table.cached")
            .baseUnit(Meters.BLOCKS)
            .description("Blocks off the heap, by table and family.")
            .register(registry);
  }

  synchronized void show(Map<Owner, Use> uses) {
    bytes.register(rows(uses, Use::bytes), true);
    blocks.register(rows(uses, Use::blocks), true);
  }

  private static List<Row<?>> rows(Map<Owner, Use> uses, ToDoubleFunction<Use> value) {
    return uses.entrySet().stream()
        .<Row<?>>map(
            each ->
                Row.of(
                    Tags.of("table", each.getKey().table(), "family", each.getKey().family()),
                    value.applyAsDouble(each.getValue())))
        .toList();
  }
}
