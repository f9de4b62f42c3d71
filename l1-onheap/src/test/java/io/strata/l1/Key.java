package io.strata.l1;

/** The file and offset of a block; the file is the group. */
record Key(String file, long offset) {}
