package io.strata.l2.write;

import io.strata.l2.count.KindCounter;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeLearner;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The path of a block from its insertion to its slot. Thread-safe.
 *
 * <p>A block is in flight, and readable, as soon as it is inserted. A large block is copied by a
 * writer thread. If the writer's queue is full, or the limit of bytes in flight is reached, the
 * inserting thread copies the block itself: that costs it microseconds, whereas a dropped block
 * would cost a read from disk later. It also copies small blocks, because waking a writer would
 * take as long.
 */
public final class WritePath<S extends BlockSource> {
  /** A block may take this fraction of the buckets' memory at most, as a divisor. */
  private static final int MAX_BLOCK_DIVISOR = 2;

  private static final int NO_LENGTH = -1;

  private final HashIndex index;
  private final FileTable files;
  private final BucketPool pool;
  private final InFlight<S> inFlight = new InFlight<>();
  private final Rejections rejections;
  private final SlotWriter<S> slotWriter;
  private volatile Writers<S> writers;
  private final int handOverBytes;
  private final Consumer<Throwable> onError;
  private volatile long inFlightBytes;
  private final LongAdder inserts = new LongAdder();
  private final LongAdder copiedByCaller = new LongAdder();
  private volatile boolean closed;

  public WritePath(StoreCore core, Allocator allocator, SizeLearner learner, WriteOptions options) {
    this.index = core.index();
    this.files = core.files();
    this.pool = core.pool();
    this.inFlightBytes = options.inFlightBytes();
    this.handOverBytes = options.handOverBytes();
    this.onError = options.onError();
    this.rejections = new Rejections(options.kinds());
    this.slotWriter = new SlotWriter<>(core, allocator, learner, inFlight, rejections, options);
    this.writers =
        new Writers<>(
            options.writerThreads(), options.queueLength(), this::writeAndEvictAhead, onError);
  }

  /**
   * Inserts a block. Its source is released in any case, now or later.
   *
   * @return false if the block was rejected at once; an accepted block may still be rejected when
   *     it is written. Counters have the reasons of both
   */
  public boolean insert(String fileName, long offset, S source) {
    inserts.increment();
    int length = lengthOf(source);
    Rejection rejection = earlyRejection(fileName, length);
    if (rejection != null) {
      rejections.count(rejection, source);
      source.release();
      return false;
    }
    FileBlocks file = files.enter(fileName);
    InFlightBlock<S> block = new InFlightBlock<>(file, offset, length, source);
    if (!inFlight.add(block)) {
      rejections.count(Rejection.ALREADY_CACHED, source);
    } else if (index.find(file.id(), offset) != Handle.NONE) {
      slotWriter.reject(block, Rejection.ALREADY_CACHED);
    } else {
      handOver(block, HashIndex.hash(file.id(), offset));
      return true;
    }
    files.leave(file);
    block.release();
    return false;
  }

  /** Reads the length once, before the block is counted; a source may fail already at this. */
  private int lengthOf(S source) {
    try {
      return source.length();
    } catch (RuntimeException | Error e) {
      onError.accept(e);
      return NO_LENGTH;
    }
  }

  private @Nullable Rejection earlyRejection(String fileName, int length) {
    if (closed) {
      return Rejection.CLOSED;
    }
    if (length == NO_LENGTH) {
      return Rejection.WRITE_FAILED;
    }
    if (!fits(length)) {
      return Rejection.TOO_LARGE;
    }
    return files.accepts(fileName, FileTable.maxFiles(pool.liveBytes()))
        ? null
        : Rejection.TOO_MANY_FILES;
  }

  /** Returns whether a block of this length may be cached. */
  public boolean fits(int bytes) {
    return bytes <= pool.liveBytes() / MAX_BLOCK_DIVISOR;
  }

  /** Sets how many bytes may wait for writers. */
  public void setInFlightBytes(long bytes) {
    inFlightBytes = bytes;
  }

  /**
   * Replaces the writers. A block inserted meanwhile may be copied by the inserting thread, as if
   * the queue were full. What was queued is written when this returns.
   */
  public synchronized void setWriters(int threads, int queueLength) {
    Writers<S> old = writers;
    if (!closed) {
      writers = new Writers<>(threads, queueLength, this::writeAndEvictAhead, onError);
      old.close();
    }
  }

  private void writeAndEvictAhead(InFlightBlock<S> block) {
    slotWriter.write(block);
    slotWriter.evictAhead(block);
  }

  private void handOver(InFlightBlock<S> block, int hash) {
    boolean handedOver =
        block.length >= handOverBytes
            && inFlight.bytes() <= inFlightBytes
            && writers.offer(block, hash);
    if (!handedOver) {
      copiedByCaller.increment();
      slotWriter.write(block);
    }
  }

  /** Returns the block with this key if it is in flight, or null; the caller must release it. */
  public @Nullable InFlightBlock<S> retain(FileBlocks file, long offset) {
    InFlightBlock<S> block = inFlight.get(file, offset);
    return block != null && block.retain() ? block : null;
  }

  /** Returns whether a block with this key is in flight. */
  public boolean isInFlight(FileBlocks file, long offset) {
    return inFlight.get(file, offset) != null;
  }

  /**
   * Prevents a block that is in flight from becoming visible. If its writer came first, the block
   * is visible when this returns, and the caller evicts it.
   *
   * @return whether there was such a block
   */
  public boolean cancel(FileBlocks file, long offset) {
    InFlightBlock<S> block = inFlight.get(file, offset);
    return block != null && cancel(block);
  }

  private boolean cancel(InFlightBlock<S> block) {
    boolean cancelled = block.claim();
    if (!cancelled) {
      // Waits for the writer, which has locked the chain until the block is visible.
      index.find(block.file.id(), block.offset);
    }
    // Also if it is visible: the same block may be inserted as soon as this one is evicted.
    inFlight.remove(block);
    return cancelled;
  }

  /** As {@link #cancel}, for the blocks of a file that begin in a range; returns their number. */
  public int cancelAll(FileBlocks file, long from, long to) {
    int count = 0;
    for (InFlightBlock<S> block : inFlight.all()) {
      if (block.file == file && block.offset >= from && block.offset <= to && cancel(block)) {
        count++;
      }
    }
    return count;
  }

  /** Returns the number of blocks inserted, including those rejected. */
  public long inserts() {
    return inserts.sum();
  }

  /** Returns the counter of blocks that became visible. */
  public KindCounter written() {
    return slotWriter.written();
  }

  /** Returns the number of blocks that the inserting thread copied. */
  public long copiedByCaller() {
    return copiedByCaller.sum();
  }

  /** Returns {@code figure} of the counter of each reason for rejections. */
  public <T> Map<Rejection, T> rejected(Function<KindCounter, T> figure) {
    return rejections.snapshot(figure);
  }

  /** Returns the number of blocks in flight. */
  public int blocksInFlight() {
    return inFlight.count();
  }

  /** Returns the bytes in flight. */
  public long bytesInFlight() {
    return inFlight.bytes();
  }

  /** Waits until the blocks inserted before are in slots or rejected. */
  public void awaitDrained() throws InterruptedException {
    writers.awaitDrained();
  }

  /** Rejects all further blocks, and finishes those that are queued. */
  public synchronized void close() {
    closed = true;
    writers.close();
  }
}
