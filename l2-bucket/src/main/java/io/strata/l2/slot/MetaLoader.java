package io.strata.l2.slot;

import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Header;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Loads the meta words of many slots. For one thread.
 *
 * <p>In a large store, the buffer of each bucket and each word are misses of the processor's
 * caches, and the word depends on the buffer. Each loop loads only one of them, so that an
 * iteration has few instructions and the processor overlaps the misses of many.
 *
 * <p>The words are not ordered among themselves. The fence orders them before what follows, as
 * {@link SlotTable#meta} does for a single word.
 */
public final class MetaLoader {
  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private final SlotTable slots;
  private final ByteBuffer[] headers;

  /**
   * @param maxSlots the maximum number of slots at once
   */
  public MetaLoader(SlotTable slots, int maxSlots) {
    this.slots = slots;
    this.headers = new ByteBuffer[maxSlots];
  }

  /** Sets {@code metas[i]} to the current meta word of the slot {@code handles[i]}. */
  public void load(int[] handles, long[] metas, int from, int to) {
    for (int i = from; i < to; i++) {
      headers[i] = slots.bucket(handles[i]);
    }
    for (int i = from; i < to; i++) {
      metas[i] = (long) WORD.getOpaque(headers[i], Handle.header(handles[i]) + Header.META);
    }
    VarHandle.acquireFence();
  }
}
