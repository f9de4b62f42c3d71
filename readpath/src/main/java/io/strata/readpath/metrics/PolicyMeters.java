package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Tags;
import java.util.function.Consumer;

/** What the policy goes by: another one goes by other figures. Thread-safe. */
final class PolicyMeters implements Meters.Source {
  @Override
  public void read(Snapshot now, Consumer<Reading> to) {
    now.policy()
        .forEach(
            (figure, value) ->
                to.accept(
                    new Reading(
                        Meters.gaugeId(
                            "strata.policy",
                            Meters.STATE,
                            "What the policy goes by: turnovers of the memory, and what it adapts.",
                            Tags.of("figure", figure)),
                        value)));
  }
}
