package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;

/**
 * A value of a meter. Immutable.
 *
 * @param id the meter's name, tags, unit, description and type: counter or gauge
 */
public record Sample(Meter.Id id, double value) {}
