package io.strata.flash.index;

import java.util.concurrent.ConcurrentHashMap;

/**
 * How many blocks each file has in an index. Thread-safe.
 *
 * <p>Counted where entries come and go, under the lock of their segment. A file that is forgotten
 * leaves its entries where they are until their regions are written anew; its number is not given
 * again, so nobody asks for what is counted of it, and the count goes when it comes to nothing.
 */
final class FileCounts {
  private final ConcurrentHashMap<Integer, FlashIndex.Held> held = new ConcurrentHashMap<>();

  void added(int file, int bytes) {
    held.merge(file, new FlashIndex.Held(1, bytes), FileCounts::sum);
  }

  /** Some blocks of a file went, with so many bytes together; or none. */
  void removed(int file, int blocks, long bytes) {
    if (blocks == 0) {
      return;
    }
    FlashIndex.Held less = new FlashIndex.Held(-blocks, -bytes);
    held.computeIfPresent(
        file,
        (any, now) -> {
          FlashIndex.Held left = sum(now, less);
          return left.blocks() == 0 ? null : left;
        });
  }

  FlashIndex.Held of(int file) {
    return held.getOrDefault(file, FlashIndex.Held.NOTHING);
  }

  /** Files of which anything is counted. */
  int files() {
    return held.size();
  }

  private static FlashIndex.Held sum(FlashIndex.Held one, FlashIndex.Held other) {
    return new FlashIndex.Held(one.blocks() + other.blocks(), one.bytes() + other.bytes());
  }
}
