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
 * Takes over what kept memory holds, while the store is used: some threads go through the buckets,
 * each of which serves its blocks from then on. Thread-safe.
 *
 * <h2>A bucket's way</h2>
 *
 * <pre>
 *          nothing in it                          removed, when there are too many
 *   kept ------------------&gt; empty -----------+---------------&gt;
 *    |                                         +---------------&gt; offered
 *    |  adopt              publish or release            join
 *    +----------&gt; all slots ------------------&gt; some free -----------&gt; one of its class's
 *                 are the thread's
 * </pre>
 *
 * <ul>
 *   <li>Before <b>adopt</b> no thread has a handle of the bucket's slots: it is in no list, and
 *       nothing links to it.
 *   <li><b>publish</b> is a writer's. What others do with the block from then on, they may.
 *   <li>No thread drains the bucket before <b>join</b>, unless all its blocks went.
 * </ul>
 *
 * A file of blocks is known, and held open, from before the store's first look-up until all is
 * taken over. So a file that is evicted meanwhile is retired, and its blocks cannot be linked; a
 * single block is noted in {@link Tombstones}; and one that comes anew is seen by {@link
 * KeptBlocks}.
 *
 * <p>A store that is closed meanwhile leaves the other buckets as they are, for the next process.
 *
 * <p><i>Costs:</i> a header read, a link in the list of its file, and a link in a chain for each
 * block; no byte of the blocks is touched.
 */
public final class Attachment {
  private static final int MAX_THREADS = 8;

  /**
   * How blocks are taken over.
   *
   * @param kept how many buckets there are, numbered from 0
   * @param planned how many buckets the store is to have
   * @param policyBitsKept whether the policy understands the marks that the blocks have
   * @param compressors unpack the blocks that are packed
   * @param inFlight whether the block of a file is on its way into a slot
   * @param tombstones the blocks that were evicted meanwhile
   */
  public record Rules(
      int kept,
      int planned,
      boolean policyBitsKept,
      Compressors compressors,
      InFlight inFlight,
      Tombstones tombstones) {
    boolean isInFlight(FileBlocks file, long offset) {
      return inFlight.has(file, offset);
    }
  }

  /** Whether the block of a file is on its way into a slot. */
  @FunctionalInterface
  public interface InFlight {
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
   * @param files that were restored and are held
   * @param background where buckets may be removed, one task at a time
   * @param onTooMany told there, once all is taken over, how many buckets with blocks are to go
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

  /** Begins; once. */
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
        if (!worker.take(number)) {
          noteEmpty(number);
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

  /** Where there may be too many buckets, empty ones are not used before that is known. */
  private void noteEmpty(int number) {
    if (rules.kept() <= rules.planned()) {
      core.pool().adoptEmpty(number);
    } else {
      empty.add(number);
    }
  }

  private void finish() {
    try {
      if (!stopped) {
        workers.get(0).takeTorn(workers);
        // What has no block by now is closed, and struck out of the journal.
        files.forEach(core.files()::leave);
        background.execute(this::dealOutEmpty);
      }
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    } finally {
      rules.tombstones().close();
      finished = System.nanoTime();
      ended.countDown();
    }
  }

  private void dealOutEmpty() {
    empty.forEach(core.pool()::adoptEmpty);
    onTooMany.accept(Math.max(0, rules.kept() - rules.planned()));
  }

  // ---- what others ask

  /** Blocks that were found; right once all is taken over. */
  public long taken() {
    return workers.stream().mapToLong(KeptBlocks::taken).sum();
  }

  /** Bytes of these blocks. */
  public long takenBytes() {
    return workers.stream().mapToLong(KeptBlocks::takenBytes).sum();
  }

  /** Buckets that may hold blocks. */
  public int buckets() {
    return rules.kept();
  }

  /** Those of them that were begun so far. */
  public int begunBuckets() {
    return Math.min(rules.kept(), next.get());
  }

  /** For how long it has been going on, and once it has ended how long it took, in nanoseconds. */
  public long nanos() {
    return (hasEnded() ? finished : System.nanoTime()) - begun;
  }

  /** Blocks that were there and are of no use: their files are unknown, or they were evicted. */
  public long dropped() {
    return workers.stream().mapToLong(KeptBlocks::dropped).sum();
  }

  /** Whether all is taken over. */
  public boolean hasEnded() {
    return ended.getCount() == 0;
  }

  /** Waits until all is taken over, or it was stopped. An interrupt does not end that. */
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

  /** Waits so long at most; says whether all is taken over. */
  public boolean await(long millis) throws InterruptedException {
    return ended.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Leaves what is not taken over as it is, and waits for the buckets that are being taken over.
   */
  public void stop() {
    stopped = true;
    await();
  }
}
