package io.strata.l1;

/** A block's place: the file is the group. */
record Key(String file, long offset) {}
