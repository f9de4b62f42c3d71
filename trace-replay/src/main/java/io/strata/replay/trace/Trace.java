package io.strata.replay.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Accesses to blocks in the order in which they were made. Blocks are numbered from 0, as they
 * first come. Immutable.
 */
public final class Trace {
  private final String name;
  private final int[] accesses;
  private final int blocks;

  private Trace(String name, int[] accesses, int blocks) {
    this.name = name;
    this.accesses = accesses;
    this.blocks = blocks;
  }

  /** What tables call it. */
  public String name() {
    return name;
  }

  /** How many accesses there are. */
  public int length() {
    return accesses.length;
  }

  /** How many different blocks are accessed: the trace's footprint. */
  public int blocks() {
    return blocks;
  }

  /** The number of the block that is accessed at a place, from 0 to {@link #blocks} - 1. */
  public int at(int place) {
    return accesses[place];
  }

  /** Of blocks by the numbers of the caller's own. */
  public static Trace of(String name, long... keys) {
    Builder builder = new Builder(name);
    for (long key : keys) {
      builder.add(key);
    }
    return builder.build();
  }

  /** Collects accesses, by keys of any kind. Not thread-safe. */
  static final class Builder {
    private static final int FIRST_ROOM = 1 << 16;

    private final String name;
    private final Map<Long, Integer> numbers = new HashMap<>();
    private int[] accesses = new int[FIRST_ROOM];
    private int length;

    Builder(String name) {
      this.name = name;
    }

    void add(long key) {
      if (length == accesses.length) {
        accesses = Arrays.copyOf(accesses, 2 * length);
      }
      accesses[length++] = numbers.computeIfAbsent(key, any -> numbers.size());
    }

    Trace build() {
      return new Trace(name, Arrays.copyOf(accesses, length), numbers.size());
    }
  }
}
