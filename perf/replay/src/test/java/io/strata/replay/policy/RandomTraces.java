package io.strata.replay.policy;

import io.strata.replay.trace.Trace;
import java.util.Arrays;
import java.util.Random;

/** Traces with independent random accesses and lengths. */
final class RandomTraces {
  private RandomTraces() {}

  static Trace ofLengths(Random random, int accesses, int blocks, int longest) {
    int[] lengths = new int[blocks];
    Arrays.setAll(lengths, block -> 1 + random.nextInt(longest));
    return Trace.ofLengths("random", lengths, random.ints(accesses, 0, blocks).toArray());
  }
}
