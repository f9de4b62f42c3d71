package io.strata.l2.write;

import io.strata.l2.index.BlockKey;
import io.strata.l2.index.FileBlocks;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A block between its insertion and its publication in a slot; readable from its source.
 *
 * <p>The store holds a reference from the start, and each reader that retains the block another;
 * the last release releases the source. The count never rises from zero (compare-and-set), so a
 * reader that is too late gets nothing, and then finds the block in its slot: the block becomes
 * visible there before the store releases its reference.
 */
public final class InFlightBlock<S extends BlockSource> {
  final FileBlocks file;
  final long offset;
  final int length;

  /** Allocated with the block, so that its removal allocates nothing. */
  final BlockKey key;

  private final S source;
  private final AtomicInteger references = new AtomicInteger(1);
  private final AtomicBoolean claimed = new AtomicBoolean();

  InFlightBlock(FileBlocks file, long offset, int length, S source) {
    this.file = file;
    this.offset = offset;
    this.length = length;
    this.key = new BlockKey(file.id(), offset);
    this.source = source;
  }

  /**
   * Claims the right to decide the block's fate; succeeds for exactly one caller. The caller is the
   * writer, which then publishes the block, or a thread that evicts it, and thereby prevents the
   * publication.
   */
  boolean claim() {
    return claimed.compareAndSet(false, true);
  }

  /** Returns the source; for callers that hold a reference. */
  public S source() {
    return source;
  }

  /** Takes a reference; returns false if the source is released already. */
  boolean retain() {
    while (true) {
      int seen = references.get();
      if (seen == 0) {
        return false;
      }
      if (references.compareAndSet(seen, seen + 1)) {
        return true;
      }
    }
  }

  /** Releases a reference. */
  public void release() {
    if (references.decrementAndGet() == 0) {
      source.release();
    }
  }
}
