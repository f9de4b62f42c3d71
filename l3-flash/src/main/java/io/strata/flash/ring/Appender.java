package io.strata.flash.ring;

import io.strata.flash.region.RegionBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Allocates addresses for blocks, in order in the open region, and opens the next region that a
 * device has ready when that is full. Thread-safe and lock-free.
 *
 * <h2>States</h2>
 *
 * <p>{@code current} is the open region, or null if no device has one ready. It changes only by
 * compare-and-set, by any thread that finds it full or retired, so no thread waits for the one that
 * sealed it. A region that is sealed never becomes current again.
 *
 * <h2>Transitions</h2>
 *
 * <p>A thread polls the next region from the queue, gives it its sequence, and makes it current. If
 * the compare-and-set fails, the thread puts the region back at the head of the queue; the region
 * gets a higher sequence when its turn comes again. So regions are filled in the order in which
 * they were opened, except for that moment.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>Each region has its own buffer, so a thread that was stopped between its load of {@code
 * current} and its reserve finds that region full.
 *
 * <p>{@link #close} sets its flag before it loads {@code current}; a thread that makes a region
 * current loads the flag afterwards. One of the two ends the region. The same holds for {@link
 * #releaseAll} and a thread that puts a region back.
 */
public final class Appender {
  private final ConcurrentLinkedDeque<OpenRegion> ready = new ConcurrentLinkedDeque<>();
  private final AtomicReference<@Nullable OpenRegion> current = new AtomicReference<>();
  private final Sequences sequences;
  private volatile boolean closed;
  private volatile boolean ended;

  /**
   * @param sequences of all regions of the store
   */
  public Appender(Sequences sequences) {
    this.sequences = sequences;
  }

  /** Adds a region that is ready to be filled. */
  public void add(OpenRegion region) {
    ready.addLast(region);
  }

  /**
   * Reserves bytes for a block.
   *
   * @param bytes at most the size of a region without its header
   * @return null if all regions wait to be written
   */
  public @Nullable Reservation reserve(int bytes) {
    while (true) {
      OpenRegion open = currentOrNext();
      if (open == null) {
        return null;
      }
      if (open.region().isRetired()) {
        end(open);
        continue;
      }
      int position = open.buffer().reserve(bytes);
      if (position >= 0) {
        return new Reservation(open, position, bytes);
      }
      if (position == RegionBuffer.SEALED) {
        seal(open);
      }
      replace(open);
    }
  }

  private @Nullable OpenRegion currentOrNext() {
    OpenRegion open = current.get();
    return open != null ? open : replace(null);
  }

  /** Replaces the current region by the next one. Returns the region that is current afterwards. */
  private @Nullable OpenRegion replace(@Nullable OpenRegion open) {
    OpenRegion next = closed ? null : ready.pollFirst();
    if (next != null) {
      next.region().setSequence(sequences.next());
    }
    if (!current.compareAndSet(open, next)) {
      if (next != null) {
        ready.addFirst(next);
        if (ended) {
          releaseReady();
        }
      }
    } else if (next != null && closed) {
      end(next);
    }
    return current.get();
  }

  private static void seal(OpenRegion open) {
    if (open.buffer().seal()) {
      open.completed();
    }
  }

  private void end(OpenRegion open) {
    if (open.buffer().end()) {
      seal(open);
    }
    replace(open);
  }

  /** Seals the open region if it has a block, so that it is written. */
  public void flush() {
    OpenRegion open = current.get();
    if (open != null && !open.buffer().isEmpty()) {
      end(open);
    }
  }

  /** Seals the open region and rejects all further blocks. */
  public void close() {
    closed = true;
    OpenRegion open = current.get();
    if (open != null) {
      end(open);
    }
  }

  /**
   * Releases the regions that are ready. Call it after {@link #close}, when no device adds a
   * region.
   */
  public void releaseAll() {
    ended = true;
    releaseReady();
  }

  private void releaseReady() {
    for (OpenRegion each = ready.pollFirst(); each != null; each = ready.pollFirst()) {
      each.unused();
    }
  }
}
