package io.strata.l2.space;

import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Free slots of one size class: a Treiber stack through the slots' own headers. Lock-free, and
 * without garbage, since the thread that lets go of an evicted block's last pin pushes here and may
 * be serving a request.
 *
 * <p>The head is the handle of the top slot below a tag that every change increments. Without the
 * tag, a slot that was popped and pushed again between a thread's two steps would let that thread
 * install a stale second slot (the ABA problem).
 */
final class FreeStack {
  private static final long TAG_ONE = 1L << 32;

  private final SlotTable slots;
  private final AtomicLong head = new AtomicLong(Handle.NONE & 0xFFFFFFFFL);

  FreeStack(SlotTable slots) {
    this.slots = slots;
  }

  void push(int handle) {
    pushAll(handle, handle);
  }

  /** Pushes slots that are linked already, from the new top to {@code last}. */
  void pushAll(int top, int last) {
    while (true) {
      long seen = head.get();
      slots.setNext(last, (int) seen);
      if (head.compareAndSet(seen, after(seen, top))) {
        return;
      }
    }
  }

  /** Takes the top slot, or {@link Handle#NONE}. */
  int pop() {
    while (true) {
      long seen = head.get();
      int top = (int) seen;
      if (top == Handle.NONE) {
        return Handle.NONE;
      }
      if (head.compareAndSet(seen, after(seen, slots.next(top)))) {
        return top;
      }
    }
  }

  /** Takes all slots, linked to each other, or {@link Handle#NONE}. */
  int popAll() {
    while (true) {
      long seen = head.get();
      if (head.compareAndSet(seen, after(seen, Handle.NONE))) {
        return (int) seen;
      }
    }
  }

  /** How many slots there are; right only while nothing happens. */
  int count() {
    int count = 0;
    for (int slot = (int) head.get(); slot != Handle.NONE; slot = slots.next(slot)) {
      count++;
    }
    return count;
  }

  private static long after(long seen, int top) {
    return ((seen & -TAG_ONE) + TAG_ONE) | (top & 0xFFFFFFFFL);
  }
}
