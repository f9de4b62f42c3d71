package io.strata.flash.ring;

import io.strata.flash.region.RegionBuffer;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Gives blocks their places, one after the other in the region that is open, and takes the next
 * region that a device has ready when that is full. Thread-safe, without a lock.
 *
 * <p>{@code current} is the open region, or null when no device has one ready. It changes by
 * compare-and-set alone, by whoever finds it full or given up, so that nobody waits for the thread
 * that sealed it. Whoever loses has taken a region from the queue for nothing, and puts it back at
 * its head: regions are filled in the order in which they were opened, but for that moment.
 *
 * <p>A region gets its sequence just before it is made current. A thread that then loses has given
 * one for nothing, and the region gets a higher one when its turn comes again.
 *
 * <p>A region that is sealed never becomes current again, and each has a buffer of its own: a
 * thread that was stopped between looking at {@code current} and its reserve finds it full.
 *
 * <p>After {@link #close} has set its flag whoever makes a region current sees the flag after that,
 * or close sees the region: one of the two ends it. {@link #giveBack} likewise: whoever puts a
 * region back sees its flag after that, or it sees the region.
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

  /** Takes a region that is ready to be filled. */
  public void add(OpenRegion region) {
    ready.addLast(region);
  }

  /**
   * Takes room.
   *
   * @param bytes no more than a region has beside its header
   * @return null when all regions wait to be written
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

  /** Makes the next region current in the place of one; returns what is current after that. */
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

  /** Ends the open region if it holds a block, so that it goes to its device. */
  public void flush() {
    OpenRegion open = current.get();
    if (open != null && !open.buffer().isEmpty()) {
      end(open);
    }
  }

  /** Ends the open region, and gives room for nothing more. */
  public void close() {
    closed = true;
    OpenRegion open = current.get();
    if (open != null) {
      end(open);
    }
  }

  /** Gives back the regions that are ready, after {@link #close}, when no device adds another. */
  public void giveBack() {
    ended = true;
    releaseReady();
  }

  private void releaseReady() {
    for (OpenRegion each = ready.pollFirst(); each != null; each = ready.pollFirst()) {
      each.unused();
    }
  }
}
