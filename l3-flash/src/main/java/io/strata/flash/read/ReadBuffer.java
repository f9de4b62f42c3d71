package io.strata.flash.read;

import io.strata.flash.device.DeviceFile;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Memory for one block, aligned as a device wants it. One owner at a time. */
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

  /**
   * @param bytes of the memory
   * @throws OutOfMemoryError when the process may have no more direct memory
   */
  ReadBuffer(int bytes) {
    this.whole = ByteBuffer.allocateDirect(bytes + DeviceFile.ALIGNMENT);
    this.memory = whole.alignedSlice(DeviceFile.ALIGNMENT).slice(0, bytes);
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
