package io.strata.perf.common.chart;

/** A position on the axes of a panel, or in pixels from the upper left corner of a drawing. */
public record Point(double x, double y) {}
