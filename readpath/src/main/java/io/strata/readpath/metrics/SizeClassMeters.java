package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import io.strata.l2.SizeClassStatistics;
import java.util.function.Consumer;

/** Meters for each size of slot: those that there are now, as sizes come and go. Thread-safe. */
final class SizeClassMeters implements Meters.Source {
  @Override
  public void read(Snapshot now, Consumer<Reading> to) {
    for (SizeClassStatistics each : now.sizeClasses()) {
      Tags slot = Tags.of("slot", Integer.toString(each.slotBytes()));
      to.accept(
          new Reading(
              Meters.gaugeId(
                  "strata.size.class.used",
                  BaseUnits.BYTES,
                  "Bytes of the slots in use, by the size of a slot.",
                  slot),
              each.usedBytes()));
      to.accept(
          new Reading(
              Meters.gaugeId(
                  "strata.size.class.buckets",
                  "buckets",
                  "Buckets of 4 MB, by the size of the slots that they are cut into.",
                  slot),
              each.buckets()));
    }
  }
}
