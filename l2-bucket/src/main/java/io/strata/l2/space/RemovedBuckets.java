package io.strata.l2.space;

import io.strata.l2.grace.ReadSections;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Buckets that were removed, until no thread can touch their memory: then the memory is released,
 * and their numbers may be used again. For the background thread, but for the count.
 *
 * <p>A bucket is removed when none of its slots is used, so no pin reaches it. A thread that walks
 * a hash chain or draws a sample may still hold a link into it; a grace period of {@link
 * ReadSections} outlasts all of these. A bucket that gets the number afterwards is met by no handle
 * or meta word of the one before.
 */
final class RemovedBuckets {
  /** What becomes of a bucket in the end. */
  @FunctionalInterface
  interface Release {
    void release(int number, ByteBuffer memory);
  }

  private record Removed(int number, ByteBuffer memory) {}

  private static final int LOOKS_OF_A_STEP = 16;
  private static final long NANOS_BETWEEN_LOOKS = 50_000;

  private final ReadSections sections;
  private final Executor background;
  private final Release release;
  private final AtomicInteger count = new AtomicInteger();

  /** For which the grace period was begun, and those that came since. */
  private List<Removed> waiting = new ArrayList<>();

  private List<Removed> next = new ArrayList<>();
  private boolean scheduled;

  RemovedBuckets(ReadSections sections, Executor background, Release release) {
    this.sections = sections;
    this.background = background;
    this.release = release;
  }

  /** How many buckets were removed whose memory is not released yet. */
  int count() {
    return count.get();
  }

  /** Takes a bucket that no new section finds any more. */
  void add(int number, ByteBuffer memory) {
    count.incrementAndGet();
    next.add(new Removed(number, memory));
    if (!scheduled) {
      scheduled = true;
      background.execute(this::step);
    }
  }

  private void step() {
    scheduled = false;
    for (int look = 0; look < LOOKS_OF_A_STEP; look++) {
      if (!waiting.isEmpty() && sections.hasPassed()) {
        List<Removed> done = waiting;
        waiting = new ArrayList<>();
        done.forEach(this::release);
      }
      if (waiting.isEmpty() && !next.isEmpty()) {
        waiting = next;
        next = new ArrayList<>();
        sections.begin();
      } else if (waiting.isEmpty()) {
        return;
      } else {
        LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
      }
    }
    // A section takes its time: other tasks are not to wait for it.
    if (!scheduled) {
      scheduled = true;
      background.execute(this::step);
    }
  }

  private void release(Removed bucket) {
    release.release(bucket.number, bucket.memory);
    count.decrementAndGet();
  }
}
