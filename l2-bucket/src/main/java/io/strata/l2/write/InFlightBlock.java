package io.strata.l2.write;

import io.strata.l2.index.FileBlocks;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A block between being offered and being visible in a slot: readable from where it came.
 *
 * <p>Held by the store from the start, and by each reader that retained it; the last to let go
 * releases the source. The count never rises from zero (compare-and-set), so a reader that comes
 * too late gets nothing, and then finds the block in its slot: it became visible before the store
 * let go.
 */
public final class InFlightBlock<S extends BlockSource> {
  final FileBlocks file;
  final long offset;
  final int length;

  /** Made with the block, so that to take it out needs no heap. */
  final InFlight.Key key;

  private final S source;
  private final AtomicInteger holders = new AtomicInteger(1);
  private final AtomicBoolean decided = new AtomicBoolean();

  InFlightBlock(FileBlocks file, long offset, int length, S source) {
    this.file = file;
    this.offset = offset;
    this.length = length;
    this.key = new InFlight.Key(file.id(), offset);
    this.source = source;
  }

  /**
   * Decides what becomes of the block: the first to call this, and only that one, is answered yes.
   * That is its writer, about to publish it, or a thread that evicts it, and keeps it from being
   * published.
   */
  boolean decide() {
    return decided.compareAndSet(false, true);
  }

  /** The block, for those that hold this. */
  public S source() {
    return source;
  }

  /** Holds the block, so that its source is not released; says false when it was already. */
  boolean retain() {
    while (true) {
      int seen = holders.get();
      if (seen == 0) {
        return false;
      }
      if (holders.compareAndSet(seen, seen + 1)) {
        return true;
      }
    }
  }

  /** Lets go of it. */
  public void release() {
    if (holders.decrementAndGet() == 0) {
      source.release();
    }
  }
}
