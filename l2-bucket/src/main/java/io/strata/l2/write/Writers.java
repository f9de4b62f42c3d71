package io.strata.l2.write;

import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/**
 * The threads that take blocks to their slots, each with a bounded queue of its own. Thread-safe.
 *
 * <p>A thread that finds its queue empty says that it is idle, looks once more, and parks; a
 * producer offers first and then looks whether the thread is idle, and unparks it. Both accesses of
 * the flag are volatile, so a block is never left in the queue of a parked thread.
 *
 * <p>The queues are JCTools' that need no {@code Unsafe}, which JDKs can be told to deny.
 *
 * <p>Nothing that is thrown ends a thread, not even where nothing should be thrown: what is queued
 * would stay in flight for ever.
 */
final class Writers<S extends BlockSource> {
  private static final long POLL_NANOS = 20_000;

  private final Writer[] writers;
  private final Consumer<InFlightBlock<S>> write;
  private final Consumer<Throwable> onError;

  /**
   * @param threads how many
   * @param queueLength blocks that each queue holds, rounded up to a power of two
   * @param write what is done with each block; lets go of it whatever happens
   * @param onError told what that threw; must not throw
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

  /** Gives a block to the thread that the hash chooses; says false when its queue is full. */
  boolean offer(InFlightBlock<S> block, int hash) {
    return writers[Integer.remainderUnsigned(hash, writers.length)].offer(block);
  }

  /** Waits until every block that was offered before has been written. */
  void awaitDrained() throws InterruptedException {
    for (Writer writer : writers) {
      writer.awaitDrained();
    }
  }

  /** Lets the threads finish what is queued and end. Blocks offered from now on may stay queued. */
  void close() {
    for (Writer writer : writers) {
      writer.close();
    }
  }

  private final class Writer implements Runnable {
    private final MpscAtomicArrayQueue<InFlightBlock<S>> queue;
    private final Thread thread;
    private final ReentrantLock afterEnd = new ReentrantLock();
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
        // Offered after the thread's last look: it must not lie there for ever.
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

    /** Does the thread's work after its end; the queue bears one consumer at a time. */
    private void drain() {
      afterEnd.lock();
      try {
        for (InFlightBlock<S> block = queue.poll(); block != null; block = queue.poll()) {
          write.accept(block);
        }
      } finally {
        afterEnd.unlock();
      }
    }
  }
}
