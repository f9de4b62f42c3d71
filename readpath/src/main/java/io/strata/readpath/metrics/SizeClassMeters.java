package io.strata.readpath.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.strata.l2.SizeClassStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Meters for each size of slot: those that there are now, as sizes come and go. Thread-safe. */
final class SizeClassMeters {
  private final MultiGauge used;
  private final MultiGauge buckets;

  SizeClassMeters(MeterRegistry registry) {
    used =
        MultiGauge.builder("strata.size.class.used")
            .baseUnit(BaseUnits.BYTES)
            .description("Bytes of the slots in use, by the size of a slot.")
            .register(registry);
    buckets =
        MultiGauge.builder("strata.size.class.buckets")
            .baseUnit("buckets")
            .description("Buckets of 4 MB, by the size of the slots that they are cut into.")
            .register(registry);
  }

  synchronized void show(List<SizeClassStatistics> classes) {
    used.register(rows(classes, SizeClassStatistics::usedBytes), true);
    buckets.register(rows(classes, SizeClassStatistics::buckets), true);
  }

  private static List<Row<?>> rows(
      List<SizeClassStatistics> classes, ToDoubleFunction<SizeClassStatistics> value) {
    return classes.stream().<Row<?>>map(each -> row(each, value)).toList();
  }

  private static Row<?> row(SizeClassStatistics each, ToDoubleFunction<SizeClassStatistics> value) {
    double now = value.applyAsDouble(each);
    return Row.of(Tags.of("slot", Integer.toString(each.slotBytes())), now);
  }
}
