package io.strata.l2.model;

/** The key of a block. */
record Key(String file, long offset) {}
