package io.strata.flash.index;

import io.strata.flash.memory.DirectMemory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The entries of an index, off the heap. An entry has a number of 32 bits, unsigned: its segment
 * and its place there.
 *
 * <pre>
 *  0         8         16       20        24          28              32        36            40
 * +---------+---------+--------+---------+-----------+---------------+---------+-------------+
 * | offset  | place   | file   | next of | next of   | bytes in file | next of | previous of |
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
  static final int PLACE = 8;
  static final int FILE = 16;
  static final int NEXT = 20;
  static final int NEXT_OF_REGION = 24;
  static final int SIZE_AND_READ = 28;
  static final int NEXT_OF_FILE = 32;
  static final int PREVIOUS_OF_FILE = 36;

  /** The highest capacity of a segment: its bytes are numbered by an int. */
  static final int MAX_IN_SEGMENT = Integer.MAX_VALUE / BYTES;

  private static final int SEGMENT_SHIFT = 26;
  private static final int MASK = (1 << SEGMENT_SHIFT) - 1;

  private final DirectMemory[] memories;
  private final ByteBuffer[] segments;

  /**
   * @param segments 64 at most
   * @param capacity of each, {@link #MAX_IN_SEGMENT} at most
   * @throws OutOfMemoryError when the process may not have so much direct memory; then it has none
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

  /** Gives the memory back; no thread may be at an entry, or come to one. */
  void close() {
    for (DirectMemory each : memories) {
      each.close();
    }
  }

  /** The number of a segment's first entry; the others follow. */
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
