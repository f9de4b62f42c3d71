package io.strata.l2.attach;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.IntConsumer;

/**
 * Attaches the blocks of memory that outlived the last process, while the store is in use: threads
 * go through the buckets, each of which serves its blocks from then on. Thread-safe.
 *
 * <h2>States of a bucket</h2>
 *
 * <pre>
 *            no block                          removed, if there are too many
 *   kept ------------------&gt; empty -----------+---------------&gt;
 *    |                                         +---------------&gt; in the pool
 *    |  adopt              publish or release            join
 *    +----------&gt; all slots ------------------&gt; some free -----------&gt; in its class
 *                 are owned by
 *                 the thread
 * </pre>
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <ul>
 *   <li>Before <b>adopt</b> no other thread has a handle of the bucket's slots: it is in no list,
 *       and nothing links to it.
 *   <li><b>publish</b> is the same as a writer's; other threads may use the block from then on.
 *   <li>Before <b>join</b>, a bucket is drained only if all its blocks are evicted, or the store
 *       shrinks. A block may be moved as soon as it is published, so it is checked by its key, not
 *       by its slot ({@link Publisher}).
 * </ul>
 *
 * The files are open, and held open, from before the store's first lookup until everything is
 * attached. So a file that is evicted meanwhile is retired, and its blocks cannot be linked; a
 * single evicted block has a tombstone ({@link Tombstones}); and {@link KeptBlocks} detects one
 * that is inserted again.
 *
 * <p>If the store is closed meanwhile, the other buckets stay as they are, for the next process.
 *
 * <h2>Costs</h2>
 *
 * The headers of a bucket are read in one pass. Its blocks are linked to their files one file after
 * the other, and published in their hash chains together, so that the cache misses at the heads of
 * the chains overlap ({@link Publisher}). The bytes of blocks are not read, except the headers of
 * packed ones.
 */
public final class Attachment {
  private static final int MAX_THREADS = 8;

  /**
   * How blocks are attached.
   *
   * @param kept number of buckets in memory, numbered from 0
   * @param planned number of buckets of this store
   * @param policyBitsKept whether the policy understands the policy bits of the blocks
   * @param compressors unpack packed blocks
   * @param inFlight whether a block is in flight
   * @param tombstones of the blocks evicted meanwhile
   */
  public record Rules(
      int kept,
      int planned,
      boolean policyBitsKept,
      Compressors compressors,
      InFlightCheck inFlight,
      Tombstones tombstones) {
    boolean isInFlight(FileBlocks file, long offset) {
      return inFlight.has(file, offset);
    }
  }

  /** Returns whether a block is in flight to a slot. */
  @FunctionalInterface
  public interface InFlightCheck {
    boolean has(FileBlocks file, long offset);
  }

  private final StoreCore core;
  private final Rules rules;
  private final Collection<FileBlocks> files;
  private final Executor background;
  private final IntConsumer onTooMany;
  private final Consumer<Throwable> onError;
  private final AtomicInteger next = new AtomicInteger();
  private final Queue<Integer> empty = new ConcurrentLinkedQueue<>();
  private final List<KeptBlocks> workers = new ArrayList<>();
  private final AtomicInteger running;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final long begun = System.nanoTime();
  private volatile long finished;
  private volatile boolean stopped;

  /**
   * @param files that were restored and are held open
   * @param background where buckets may be removed, one task at a time
   * @param onTooMany called there when everything is attached, with the number of surplus buckets
   */
  public Attachment(
      StoreCore core,
      Rules rules,
      Collection<FileBlocks> files,
      Executor background,
      IntConsumer onTooMany,
      Consumer<Throwable> onError) {
    this.core = core;
    this.rules = rules;
    this.files = files;
    this.background = background;
    this.onTooMany = onTooMany;
    this.onError = onError;
    int processors = Runtime.getRuntime().availableProcessors();
    int threads = Math.max(1, Math.min(rules.kept(), Math.min(MAX_THREADS, processors)));
    for (int i = 0; i < threads; i++) {
      workers.add(new KeptBlocks(core, rules));
    }
    this.running = new AtomicInteger(threads);
  }

  /** Starts the threads; once. */
  public void start() {
    for (KeptBlocks worker : workers) {
      Thread thread = new Thread(() -> run(worker), "strata-l2-attach");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void run(KeptBlocks worker) {
    try {
      for (int number = next(); number < rules.kept(); number = next()) {
        if (!worker.attach(number)) {
          addEmpty(number);
        }
      }
    } catch (RuntimeException | Error e) {
      stopped = true;
      onError.accept(e);
    }
    if (running.decrementAndGet() == 0) {
      finish();
    }
  }

  private int next() {
    return stopped ? rules.kept() : next.getAndIncrement();
  }

  /** If there may be too many buckets, empty ones are not used before that is known. */
  private void addEmpty(int number) {
    if (rules.kept() <= rules.planned()) {
      core.pool().adoptEmpty(number);
    } else {
      empty.add(number);
    }
  }

  private void finish() {
    try {
      if (!stopped) {
        workers.get(0).attachMultiSlot(workers);
        // Files without blocks are closed, and their records removed from the journal.
        files.forEach(core.files()::leave);
        background.execute(this::adoptEmpty);
      }
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    } finally {
      rules.tombstones().close();
      finished = System.nanoTime();
      ended.countDown();
    }
  }

  private void adoptEmpty() {
    empty.forEach(core.pool()::adoptEmpty);
    onTooMany.accept(Math.max(0, rules.kept() - rules.planned()));
  }

  // ---- state

  /** Returns the number of blocks attached; final when the attachment has ended. */
  public long taken() {
    return workers.stream().mapToLong(KeptBlocks::taken).sum();
  }

  /** Returns the bytes of these blocks. */
  public long takenBytes() {
    return workers.stream().mapToLong(KeptBlocks::takenBytes).sum();
  }

  /** Returns the number of buckets that may hold blocks. */
  public int buckets() {
    return rules.kept();
  }

  /** Returns how many of these buckets were begun. */
  public int begunBuckets() {
    return Math.min(rules.kept(), next.get());
  }

  /** Returns how long the attachment has been running, or took, in nanoseconds. */
  public long nanos() {
    return (hasEnded() ? finished : System.nanoTime()) - begun;
  }

  /** Returns the number of blocks dropped: their files are unknown, or they were evicted. */
  public long dropped() {
    return workers.stream().mapToLong(KeptBlocks::dropped).sum();
  }

  /** Returns whether the attachment has ended. */
  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** Waits until the attachment has ended or was stopped. Interrupts do not end the wait. */
  public void await() {
    boolean interrupted = false;
    while (true) {
      try {
        ended.await();
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for a bounded time; returns whether the attachment has ended. */
  public boolean await(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Stops the attachment, and waits for the buckets in progress; the others stay as they are. */
  public void stop() {
    stopped = true;
    await();
  }
}
