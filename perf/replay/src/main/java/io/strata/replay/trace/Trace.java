package io.strata.replay.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * A sequence of accesses to blocks. Blocks are numbered from 0 in order of first access. A trace
 * may have the lengths of its blocks; without, each block counts as one byte. Immutable.
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

  /** Returns the name in tables. */
  public String name() {
    return name;
  }

  /** Returns the number of accesses. */
  public int length() {
    return accesses.length;
  }

  /** Returns the number of distinct blocks: the trace's footprint. */
  public int blocks() {
    return blocks;
  }

  /** Returns the block of an access, from 0 to {@link #blocks} - 1. */
  public int at(int index) {
    return accesses[index];
  }

  /** Returns whether block lengths are known. */
  public boolean hasLengths() {
    return lengths.length > 0;
  }

  /**
   * Returns the length of a block in bytes.
   *
   * @param block from 0 to {@link #blocks} - 1
   * @return 0 if it is unknown for this block; 1 if it is unknown for all
   */
  public int lengthOf(int block) {
    return hasLengths() ? lengths[block] : 1;
  }

  /** Returns the bytes of all blocks, the footprint, if every length is known or none. */
  public long bytes() {
    return hasLengths() ? Arrays.stream(lengths).asLongStream().sum() : blocks;
  }

  /** Returns the bytes of all accesses. */
  public long accessedBytes() {
    return Arrays.stream(accesses).mapToLong(this::lengthOf).sum();
  }

  /** Returns the number of blocks of unknown length. */
  public int unknownLengths() {
    return blocks - (int) Arrays.stream(lengths).filter(length -> length > 0).count();
  }

  /**
   * Returns the same accesses with a length for every block: the mean of the known ones replaces
   * unknown ones. So no access is omitted or counts as nothing.
   *
   * @throws IllegalStateException if no length is known
   */
  public Trace withAllLengths() {
    int unknown = unknownLengths();
    if (unknown == blocks) {
      throw new IllegalStateException(name + " has no block of known length.");
    }
    int mean = (int) Math.max(1, bytes() / (blocks - unknown));
    int[] all = Arrays.stream(lengths).map(length -> length > 0 ? length : mean).toArray();
    return new Trace(name, accesses, blocks, all);
  }

  /** Creates a trace of blocks with the caller's keys. */
  public static Trace of(String name, long... keys) {
    Builder builder = new Builder(name);
    for (long key : keys) {
      builder.add(key);
    }
    return builder.build();
  }

  /**
   * Creates a trace of blocks with numbers from 0 and lengths.
   *
   * @param lengths bytes of each accessed block, by number; 0 if unknown
   */
  public static Trace ofLengths(String name, int[] lengths, int... blocks) {
    Builder builder = new Builder(name);
    for (int block : blocks) {
      builder.add(block);
      builder.setLength(block, lengths[block]);
    }
    return builder.build();
  }

  /** Collects accesses by arbitrary keys. Not thread-safe. */
  static final class Builder {
    private static final int INITIAL_CAPACITY = 1 << 16;

    private final String name;
    private final Map<Long, Integer> numbers = new HashMap<>();
    private int[] accesses = new int[INITIAL_CAPACITY];
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

    /** Sets the length of a block; ignored if the block was not accessed so far. */
    void setLength(long key, int bytes) {
      Integer block = numbers.get(key);
      if (block != null) {
        if (block >= lengths.length) {
          lengths = Arrays.copyOf(lengths, Math.max(INITIAL_CAPACITY, 2 * block));
        }
        lengths[block] = bytes;
      }
    }

    Trace build() {
      boolean any = Arrays.stream(lengths).anyMatch(each -> each > 0);
      int[] known = any ? Arrays.copyOf(lengths, numbers.size()) : new int[0];
      return new Trace(name, Arrays.copyOf(accesses, length), numbers.size(), known);
    }
  }
}
