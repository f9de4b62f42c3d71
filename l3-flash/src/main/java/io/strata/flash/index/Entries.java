package io.strata.flash.index;

import io.strata.flash.memory.DirectMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The entries of an index, in direct memory. The number of an entry is an unsigned 32-bit integer:
 * its segment and its index in that segment.
 *
 * <pre>
 *  0         8         16       20        24          28              32        36            40
 * +---------+---------+--------+---------+-----------+---------------+---------+-------------+
 * | offset  | address | file   | next of | next of   | bytes in file | next of | previous of |
 * |         |         |        | hash    | region    | and read bit  | file    | file        |
 * +---------+---------+--------+---------+-----------+---------------+---------+-------------+
 * </pre>
 *
 * <p>The last two fields are guarded by the entry's file, all others by the entry's segment.
 */
final class Entries {
  static final int BYTES = 40;

  /** No entry has this number. */
  static final int NONE = -1;

  static final int OFFSET = 0;
  static final int ADDRESS = 8;
  static final int FILE = 16;
  static final int NEXT = 20;
  static final int NEXT_OF_REGION = 24;
  static final int SIZE_AND_READ = 28;
  static final int NEXT_OF_FILE = 32;
  static final int PREVIOUS_OF_FILE = 36;

  /** The maximum capacity of a segment, whose bytes are addressed by an int. */
  static final int MAX_IN_SEGMENT = Integer.MAX_VALUE / BYTES;

  private static final int SEGMENT_SHIFT = 26;
  private static final int MASK = (1 << SEGMENT_SHIFT) - 1;

  private final DirectMemory[] memories;
  private final ByteBuffer[] segments;

  /**
   * @param segments at most 64
   * @param capacity of each segment, at most {@link #MAX_IN_SEGMENT}
   * @throws OutOfMemoryError if the limit of direct memory is exceeded; nothing stays allocated
   */
  Entries(int segments, int capacity) {
    this.memories = allocate(segments, capacity * BYTES);
    this.segments = new ByteBuffer[segments];
    for (int i = 0; i < segments; i++) {
      this.segments[i] = memories[i].bytes().order(ByteOrder.nativeOrder());
    }
  }

  private static DirectMemory[] allocate(int count, int bytes) {
    DirectMemory[] all = new DirectMemory[count];
    int made = 0;
    try {
      for (; made < count; made++) {
        all[made] = DirectMemory.allocate(bytes);
      }
    } catch (OutOfMemoryError e) {
      for (int i = 0; i < made; i++) {
        all[i].close();
      }
      throw e;
    }
    return all;
  }

  /** Frees the memory. No thread may access an entry, or come to one. */
  void close() {
    for (DirectMemory each : memories) {
      each.close();
    }
  }

  /** Returns the number of a segment's first entry; the others follow. */
  static int first(int segment) {
    return segment << SEGMENT_SHIFT;
  }

  int get(int entry, int field) {
    return memory(entry).getInt(at(entry) + field);
  }

  void set(int entry, int field, int value) {
    memory(entry).putInt(at(entry) + field, value);
  }

  long getLong(int entry, int field) {
    return memory(entry).getLong(at(entry) + field);
  }

  void setLong(int entry, int field, long value) {
    memory(entry).putLong(at(entry) + field, value);
  }

  private ByteBuffer memory(int entry) {
    return segments[entry >>> SEGMENT_SHIFT];
  }

  private static int at(int entry) {
    return (entry & MASK) * BYTES;
  }
}
