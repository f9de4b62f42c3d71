package io.strata.perf.common.chart;

/** A position: on a panel's axes, or in pixels from the upper left corner of a drawing. */
public record Point(double x, double y) {}
