package io.strata.replay.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Accesses to blocks in the order in which they were made. Blocks are numbered from 0, as they
 * first come; of some traces it is known how long each is. Immutable.
 */
public final class Trace {
  private final String name;
  private final int[] accesses;
  private final int blocks;
  private final int[] lengths;

  private Trace(String name, int[] accesses, int blocks, int[] lengths) {
    this.name = name;
    this.accesses = accesses;
    this.blocks = blocks;
    this.lengths = lengths;
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

  /** Whether it is known how long blocks are. */
  public boolean hasLengths() {
    return lengths.length > 0;
  }

  /**
   * How many bytes a block has.
   *
   * @param block from 0 to {@link #blocks} - 1
   * @return 0 when it is not known of this block or of any
   */
  public int lengthOf(int block) {
    return hasLengths() ? lengths[block] : 0;
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
    private int[] lengths = {};

    Builder(String name) {
      this.name = name;
    }

    void add(long key) {
      if (length == accesses.length) {
        accesses = Arrays.copyOf(accesses, 2 * length);
      }
      accesses[length++] = numbers.computeIfAbsent(key, any -> numbers.size());
    }

    /** Says how long a block is; nothing happens when it was not accessed so far. */
    void setLength(long key, int bytes) {
      Integer block = numbers.get(key);
      if (block != null) {
        if (block >= lengths.length) {
          lengths = Arrays.copyOf(lengths, Math.max(FIRST_ROOM, 2 * block));
        }
        lengths[block] = bytes;
      }
    }

    Trace build() {
      int[] known = lengths.length == 0 ? lengths : Arrays.copyOf(lengths, numbers.size());
      return new Trace(name, Arrays.copyOf(accesses, length), numbers.size(), known);
    }
  }
}
