package io.strata.l2.write;

import io.strata.l2.count.KindCounter;
import io.strata.l2.evict.Allocator;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.pool.SizeLearner;
import io.strata.l2.pool.BucketPool;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * From an offer to a slot. Thread-safe.
 *
 * <p>A block is in flight from the offer on, and readable. A large one is copied by a writer
 * thread. When the writer's queue is full, or as many bytes are in flight as may be, the thread
 * that brings the block copies it itself: that costs it microseconds, where a block turned away
 * would cost a read from disk later. It also copies what is not large, since waking a writer would
 * take as long.
 */
public final class WritePath<S extends BlockSource> {
  /** One block may take so much of the buckets, and no more. */
  private static final int SHARE_OF_A_BLOCK = 2;

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
  private final LongAdder offered = new LongAdder();
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
            options.writerThreads(), options.queueLength(), this::writeAndMakeRoom, onError);
  }

  /**
   * Offers a block. Its source is released in any case, sooner or later.
   *
   * @return whether the block is on its way or in its slot; when not, a counter says why
   */
  public boolean offer(String fileName, long offset, S source) {
    offered.increment();
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
      hand(block, HashIndex.hash(file.id(), offset));
      return true;
    }
    files.leave(file);
    block.release();
    return false;
  }

  /** Asked once, before anything is counted of the block: a source may fail at this already. */
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
    return files.accepts(fileName, FileTable.maxFiles(bytes())) ? null : Rejection.TOO_MANY_FILES;
  }

  /** Whether a block of so many bytes can be cached: if it leaves room for as much again. */
  public boolean fits(int bytes) {
    return bytes <= bytes() / SHARE_OF_A_BLOCK;
  }

  private long bytes() {
    return (long) pool.liveBuckets() * BucketLayout.BUCKET_BYTES;
  }

  /** Lets so many bytes wait for writers from now on. */
  public void setInFlightBytes(long bytes) {
    inFlightBytes = bytes;
  }

  /**
   * Replaces the writers. Blocks that are offered to the old ones meanwhile are copied by whoever
   * brings them, as when the queue is full; what is queued is written when this returns.
   */
  public synchronized void setWriters(int threads, int queueLength) {
    Writers<S> old = writers;
    if (!closed) {
      writers = new Writers<>(threads, queueLength, this::writeAndMakeRoom, onError);
      old.close();
    }
  }

  private void writeAndMakeRoom(InFlightBlock<S> block) {
    slotWriter.write(block);
    slotWriter.evictAhead(block);
  }

  private void hand(InFlightBlock<S> block, int hash) {
    boolean handedOver =
        block.length >= handOverBytes
            && inFlight.bytes() <= inFlightBytes
            && writers.offer(block, hash);
    if (!handedOver) {
      copiedByCaller.increment();
      slotWriter.write(block);
    }
  }

  /** The block of that key if it is in flight; the caller must release it. */
  public @Nullable InFlightBlock<S> retain(FileBlocks file, long offset) {
    InFlightBlock<S> block = inFlight.get(file, offset);
    return block != null && block.retain() ? block : null;
  }

  /** Whether a block of that key is in flight. */
  public boolean isInFlight(FileBlocks file, long offset) {
    return inFlight.get(file, offset) != null;
  }

  /**
   * Keeps a block that is in flight from becoming visible; says whether there was one. A block of
   * which its writer was first is visible when this returns, for the caller to evict.
   */
  public boolean cancel(FileBlocks file, long offset) {
    InFlightBlock<S> block = inFlight.get(file, offset);
    return block != null && cancel(block);
  }

  private boolean cancel(InFlightBlock<S> block) {
    boolean cancelled = block.decide();
    if (!cancelled) {
      // Its writer has the chain until the block is visible.
      index.find(block.file.id(), block.offset);
    }
    // Also when it is visible: the same block may be offered as soon as this one is evicted.
    inFlight.remove(block);
    return cancelled;
  }

  /** As {@link #cancel}, those blocks of a file that begin in a range; returns how many. */
  public int cancelAll(FileBlocks file, long from, long to) {
    int count = 0;
    for (InFlightBlock<S> block : inFlight.all()) {
      if (block.file == file && block.offset >= from && block.offset <= to && cancel(block)) {
        count++;
      }
    }
    return count;
  }

  /** Blocks offered. */
  public long offered() {
    return offered.sum();
  }

  /** Blocks that became visible in a slot. */
  public KindCounter written() {
    return slotWriter.written();
  }

  /** Blocks that the thread that brought them copied. */
  public long copiedByCaller() {
    return copiedByCaller.sum();
  }

  /** Blocks refused, by reason: what {@code figure} has of each reason's counter. */
  public <T> Map<Rejection, T> rejected(Function<KindCounter, T> figure) {
    return rejections.snapshot(figure);
  }

  /** Blocks in flight. */
  public int blocksInFlight() {
    return inFlight.count();
  }

  /** Bytes in flight. */
  public long bytesInFlight() {
    return inFlight.bytes();
  }

  /** Waits until what was offered before is in slots or refused. */
  public void awaitDrained() throws InterruptedException {
    writers.awaitDrained();
  }

  /** Refuses what comes from now on, and finishes what is queued. */
  public synchronized void close() {
    closed = true;
    writers.close();
  }
}
