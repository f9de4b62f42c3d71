package io.strata.flash.read;

import io.strata.flash.device.DeviceFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Memory for a block, or for several that were read at once, aligned as a device wants it.
 *
 * <p>Whoever takes it from the pool has one use of it, and may add others ({@link #share}) while he
 * has: one for each block in it. Whoever ends the last gives it back.
 */
final class ReadBuffer {
  private static final @Nullable Object UNSAFE;
  private static final @Nullable Method INVOKE_CLEANER;

  static {
    Object unsafe = null;
    Method invokeCleaner = null;
    try {
      Class<?> type = Class.forName("sun.misc.Unsafe");
      var field = type.getDeclaredField("theUnsafe");
      field.setAccessible(true);
      unsafe = field.get(null);
      invokeCleaner = type.getMethod("invokeCleaner", ByteBuffer.class);
    } catch (ReflectiveOperationException | RuntimeException e) {
      // The memory is given back with the object, later.
      invokeCleaner = null;
    }
    UNSAFE = unsafe;
    INVOKE_CLEANER = invokeCleaner;
  }

  private final ByteBuffer whole;
  private final ByteBuffer memory;
  private final AtomicInteger uses = new AtomicInteger();

  /**
   * @param bytes of the memory
   * @throws OutOfMemoryError when the process may have no more direct memory
   */
  ReadBuffer(int bytes) {
    this.whole = ByteBuffer.allocateDirect(bytes + DeviceFile.ALIGNMENT);
    this.memory = whole.alignedSlice(DeviceFile.ALIGNMENT).slice(0, bytes);
  }

  /** The buffer was taken from the pool: its taker has the one use. */
  void begin() {
    uses.set(1);
  }

  /** Adds a use, by somebody who has one. */
  void share() {
    uses.incrementAndGet();
  }

  /** Ends a use; says whether it was the last. */
  boolean end() {
    return uses.decrementAndGet() == 0;
  }

  /** Bytes of the memory. */
  int capacity() {
    return memory.capacity();
  }

  /** The first bytes of the memory. */
  ByteBuffer first(int bytes) {
    return memory.slice(0, bytes);
  }

  /** Gives the memory back to the process at once; nobody may have a view of it. */
  void free() {
    if (INVOKE_CLEANER == null) {
      return;
    }
    try {
      INVOKE_CLEANER.invoke(UNSAFE, whole);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("A buffer could not be freed.", e);
    }
  }
}
