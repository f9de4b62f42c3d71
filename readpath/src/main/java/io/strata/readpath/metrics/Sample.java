package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;

/**
 * The value of a meter at one moment. Immutable.
 *
 * @param id its name, tags, unit and description; a counter or a gauge by its type
 */
public record Sample(Meter.Id id, double value) {}
