package io.strata.replay.trace;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Accesses to blocks in the order in which they were made. Blocks are numbered from 0, as they
 * first come; of some traces it is known how long each is, and of the others each counts as one
 * byte. Immutable.
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
   * @return 0 when it is not known of this block; 1 when it is known of none
   */
  public int lengthOf(int block) {
    return hasLengths() ? lengths[block] : 1;
  }

  /** Bytes of all blocks together, the footprint, where every length is known or none. */
  public long bytes() {
    return hasLengths() ? Arrays.stream(lengths).asLongStream().sum() : blocks;
  }

  /** Bytes of the blocks that are accessed, each as often as it is. */
  public long accessedBytes() {
    return Arrays.stream(accesses).mapToLong(this::lengthOf).sum();
  }

  /** Of how many blocks the length is not known. */
  public int unknownLengths() {
    return blocks - (int) Arrays.stream(lengths).filter(length -> length > 0).count();
  }

  /**
   * The same accesses, and a length for every block: those that are not known are taken to be the
   * mean of the others. So no access is left out, and none counts for nothing.
   *
   * @throws IllegalStateException when no length is known
   */
  public Trace withAllLengths() {
    int unknown = unknownLengths();
    if (unknown == blocks) {
      throw new IllegalStateException("Of no block of " + name + " the length is known.");
    }
    int mean = (int) Math.max(1, bytes() / (blocks - unknown));
    int[] all = Arrays.stream(lengths).map(length -> length > 0 ? length : mean).toArray();
    return new Trace(name, accesses, blocks, all);
  }

  /** Of blocks by the numbers of the caller's own. */
  public static Trace of(String name, long... keys) {
    Builder builder = new Builder(name);
    for (long key : keys) {
      builder.add(key);
    }
    return builder.build();
  }

  /**
   * Of blocks by numbers from 0, of which it is known how long each is.
   *
   * @param lengths bytes of each block that is accessed, by its number; 0 where it is not known
   */
  public static Trace ofLengths(String name, int[] lengths, int... blocks) {
    Builder builder = new Builder(name);
    for (int block : blocks) {
      builder.add(block);
      builder.setLength(block, lengths[block]);
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
      boolean any = Arrays.stream(lengths).anyMatch(each -> each > 0);
      int[] known = any ? Arrays.copyOf(lengths, numbers.size()) : new int[0];
      return new Trace(name, Arrays.copyOf(accesses, length), numbers.size(), known);
    }
  }
}
