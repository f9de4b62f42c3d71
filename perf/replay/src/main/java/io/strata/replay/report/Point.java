package io.strata.replay.report;

/** A place in a drawing, in pixels from its upper left corner. */
record Point(double x, double y) {}
