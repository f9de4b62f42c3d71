package io.strata.l2.write;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/**
 * The writer threads, each with a bounded queue of its own. Thread-safe.
 *
 * <p>The queues are those of JCTools that need no {@code Unsafe}, which JDKs can be told to deny.
 *
 * <p>No exception ends a thread, not even an unexpected one: the queued blocks would stay in flight
 * for ever.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * A thread that finds its queue empty sets its idle flag, checks the queue once more, and parks. A
 * producer first adds to the queue and then checks the flag, and unparks the thread if it is set.
 * All accesses of the flag are volatile, so a block is never left in the queue of a parked thread.
 */
final class Writers<S extends BlockSource> {
  private static final long POLL_NANOS = 20_000;

  private final Writer[] writers;
  private final Consumer<InFlightBlock<S>> write;
  private final Consumer<Throwable> onError;

  /**
   * @param threads number of threads
   * @param queueLength capacity of each queue, in blocks; rounded up to a power of two
   * @param write writes a block, and releases it in any case
   * @param onError receives what {@code write} throws; must not throw
   */
  Writers(
      int threads, int queueLength, Consumer<InFlightBlock<S>> write, Consumer<Throwable> onError) {
    this.write = write;
    this.onError = onError;
    this.writers = newArray(threads);
    for (int i = 0; i < threads; i++) {
      writers[i] = new Writer(queueLength, "strata-l2-writer-" + i);
      writers[i].thread.start();
    }
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  private Writer[] newArray(int threads) {
    return (Writer[]) new Writers.Writer[threads];
  }

  /** Queues a block for the thread that the hash selects; returns false if its queue is full. */
  boolean offer(InFlightBlock<S> block, int hash) {
    return writers[Integer.remainderUnsigned(hash, writers.length)].offer(block);
  }

  /** Waits until every block queued before is written. */
  void awaitDrained() throws InterruptedException {
    for (Writer writer : writers) {
      writer.awaitDrained();
    }
  }

  /** Lets the threads write what is queued and end. Blocks queued later may stay queued. */
  void close() {
    for (Writer writer : writers) {
      writer.close();
    }
  }

  private final class Writer implements Runnable {
    private final MpscAtomicArrayQueue<InFlightBlock<S>> queue;
    private final Thread thread;
    private final ReentrantLock drainLock = new ReentrantLock();
    private volatile boolean idle;
    private volatile boolean closed;

    Writer(int queueLength, String name) {
      this.queue = new MpscAtomicArrayQueue<>(Math.max(2, queueLength));
      this.thread = new Thread(this, name);
      thread.setDaemon(true);
    }

    boolean offer(InFlightBlock<S> block) {
      if (closed || !queue.offer(block)) {
        return false;
      }
      if (idle) {
        LockSupport.unpark(thread);
      }
      if (closed && !thread.isAlive()) {
        // Queued after the thread's last check: without this the block would stay there.
        drain();
      }
      return true;
    }

    @Override
    public void run() {
      while (!(closed && queue.isEmpty())) {
        try {
          writeOrPark();
        } catch (RuntimeException | Error e) {
          onError.accept(e);
        }
      }
    }

    private void writeOrPark() {
      InFlightBlock<S> block = queue.poll();
      if (block != null) {
        write.accept(block);
      } else {
        park();
      }
    }

    private void park() {
      idle = true;
      try {
        if (queue.isEmpty() && !closed) {
          LockSupport.park(this);
        }
      } finally {
        idle = false;
      }
      // An interrupt would make every later park return at once.
      boolean unused = Thread.interrupted();
    }

    void awaitDrained() throws InterruptedException {
      while (thread.isAlive() && !(queue.isEmpty() && idle)) {
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        LockSupport.parkNanos(POLL_NANOS);
      }
    }

    void close() {
      closed = true;
      LockSupport.unpark(thread);
      boolean interrupted = false;
      while (true) {
        try {
          thread.join();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
      drain();
    }

    /** Writes what the thread left in the queue; the lock keeps it to one consumer at a time. */
    private void drain() {
      drainLock.lock();
      try {
        for (InFlightBlock<S> block = queue.poll(); block != null; block = queue.poll()) {
          write.accept(block);
        }
      } finally {
        drainLock.unlock();
      }
    }
  }
}
