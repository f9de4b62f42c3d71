package io.strata.l2;

import io.strata.l2.evict.Compactor;
import io.strata.l2.evict.VictimSelection;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.layout.BucketBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Shrinks an engine by its last bucket and grows it again, in the order of {@link Controls}. One
 * thread runs all tasks in the background, as in a store.
 */
public final class Resize implements Executor {
  /** So many that no block is evicted for the bucket that is removed. */
  private static final int BUCKETS = 4;

  private static final int LAST = BUCKETS - 1;

  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(5);

  private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
  private final Engine engine = Engine.resized(BUCKETS, this);
  private final VictimSelection selection = engine.selection();
  private final Compactor compactor = new Compactor(engine.core(), selection, this);

  /** Returns the engine. */
  public Engine engine() {
    return engine;
  }

  /** Takes the slot of the bucket that is to be removed; the other buckets have free slots. */
  public int takeLast() {
    int[] slots = takeAll();
    for (int i = 0; i < LAST; i++) {
      engine.pool.release(slots[i]);
    }
    return slots[LAST];
  }

  /** Frees all slots so that the one of the bucket that is to be removed is taken first. */
  public void freeAll() {
    int[] slots = takeAll();
    for (int i = LAST; i >= 0; i--) {
      engine.pool.release(slots[i]);
    }
  }

  private int[] takeAll() {
    int[] slots = IntStream.range(0, BUCKETS).map(i -> engine.take()).sorted().toArray();
    // Finds none, and removes the last full bucket from the list of those with free slots.
    engine.take();
    return slots;
  }

  @Override
  public void execute(Runnable task) {
    tasks.add(task);
  }

  /**
   * Shrinks and grows. Growing waits until the bucket is removed, which a reader may hold up, so
   * the bucket is added again with its own memory.
   */
  public void run() {
    compactor.removeBuckets(1);
    long begin = System.nanoTime();
    while (engine.pool.liveBuckets() == BUCKETS) {
      if (System.nanoTime() - begin > MAX_WAIT_NANOS) {
        throw new IllegalStateException("The bucket was not removed.");
      }
      runTasks();
      Thread.onSpinWait();
    }
    runTasks();
    engine.pool.growth(1, Resize::noMemory).run();
  }

  /**
   * Puts other blocks into the free slots that one block leaves; the last goes into the bucket that
   * was added again.
   */
  public void fill(FileBlocks file, long firstOffset) {
    for (int i = 0; i < LAST; i++) {
      engine.put(file, firstOffset + i);
    }
  }

  private static BucketBuffer[] noMemory(int[] numbers) {
    if (numbers.length > 0) {
      throw new IllegalStateException("The bucket's own memory was not used.");
    }
    return new BucketBuffer[0];
  }

  private void runTasks() {
    for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
      task.run();
    }
  }

  /** Returns the audit of the engine. */
  public String audit() {
    runTasks();
    return engine.audit();
  }
}
