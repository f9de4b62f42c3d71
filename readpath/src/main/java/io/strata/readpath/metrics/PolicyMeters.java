package io.strata.readpath.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.MultiGauge.Row;
import io.micrometer.core.instrument.Tags;
import java.util.Map;

/** What the policy goes by: another one goes by other figures. Thread-safe. */
final class PolicyMeters {
  private final MultiGauge figures;

  PolicyMeters(MeterRegistry registry) {
    figures =
        MultiGauge.builder("strata.policy")
            .baseUnit(Meters.STATE)
            .description("What the policy goes by: turnovers of the memory, and what it adapts.")
            .register(registry);
  }

  synchronized void show(Map<String, Double> state) {
    figures.register(
        state.entrySet().stream()
            .<Row<?>>map(each -> Row.of(Tags.of("figure", each.getKey()), each.getValue()))
            .toList(),
        true);
  }
}
