package io.strata.readpath.l2;

import java.util.Arrays;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;

/**
 * Numbers the allocators of blocks: a compressed block is unpacked into memory of its own
 * allocator. A server has two, its pool and the heap. Thread-safe; look-ups take no lock.
 */
final class Allocators {
  private volatile ByteBuffAllocator[] known = {ByteBuffAllocator.HEAP};

  /** Returns the number of an allocator; the heap's if there are too many. */
  int numberOf(ByteBuffAllocator allocator) {
    int number = find(known, allocator);
    return number >= 0 ? number : add(allocator);
  }

  /** Returns an allocator; the heap's if the number is that of a previous process. */
  ByteBuffAllocator get(int number) {
    ByteBuffAllocator[] now = known;
    return number < now.length ? now[number] : ByteBuffAllocator.HEAP;
  }

  private synchronized int add(ByteBuffAllocator allocator) {
    ByteBuffAllocator[] now = known;
    int number = find(now, allocator);
    if (number >= 0) {
      return number;
    }
    if (now.length == BlockAttributes.MAX_ALLOCATORS) {
      return 0;
    }
    ByteBuffAllocator[] more = Arrays.copyOf(now, now.length + 1);
    more[now.length] = allocator;
    known = more;
    return now.length;
  }

  private static int find(ByteBuffAllocator[] among, ByteBuffAllocator allocator) {
    for (int i = 0; i < among.length; i++) {
      if (among[i] == allocator) {
        return i;
      }
    }
    return -1;
  }
}
