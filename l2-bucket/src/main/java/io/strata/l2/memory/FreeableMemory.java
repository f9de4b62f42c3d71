package io.strata.l2.memory;

import java.lang.ref.Cleaner;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Direct memory that can be freed without the garbage collector, and is freed by it otherwise. The
 * JVM counts it against its limit of direct memory. Thread-safe.
 *
 * <p>Up to JDK 21 these are direct buffers, freed by {@code Unsafe.invokeCleaner}; from JDK 22 on,
 * which deprecates that and can be told to deny it, segments of shared arenas.
 *
 * @param buffer zeroed; it and its views must not be touched after {@link #free}
 */
record FreeableMemory(ByteBuffer buffer, Runnable freeing) {
  private static final int FIRST_WITH_ARENAS = 22;
  private static final Allocator ALLOCATOR =
      Runtime.version().feature() < FIRST_WITH_ARENAS ? new Buffers() : new Arenas();

  @FunctionalInterface
  private interface Allocator {
    FreeableMemory allocate(int bytes, int alignment);
  }

  /**
   * Allocates memory.
   *
   * @param alignment of its beginning, a power of two
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  static FreeableMemory allocate(int bytes, int alignment) {
    return ALLOCATOR.allocate(bytes, alignment);
  }

  /** Frees the memory; at most once, when no thread touches it any more. */
  void free() {
    freeing.run();
  }

  private static Object invoke(Method method, @Nullable Object target, Object... arguments) {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Buffers implements Allocator {
    private final Object unsafe;
    private final Method invokeCleaner;

    Buffers() {
      try {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        var field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        unsafe = field.get(null);
        invokeCleaner = type.getMethod("invokeCleaner", ByteBuffer.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    @Override
    public FreeableMemory allocate(int bytes, int alignment) {
      ByteBuffer whole = ByteBuffer.allocateDirect(bytes + alignment);
      ByteBuffer aligned = whole.alignedSlice(alignment).slice(0, bytes);
      return new FreeableMemory(aligned, () -> invoke(invokeCleaner, unsafe, whole));
    }
  }

  private static final class Arenas implements Allocator {
    private static final Cleaner CLEANER = Cleaner.create();

    private final Method ofShared;
    private final Method allocate;
    private final Method close;
    private final Method asByteBuffer;

    Arenas() {
      try {
        Class<?> arena = Class.forName("java.lang.foreign.Arena");
        ofShared = arena.getMethod("ofShared");
        allocate = arena.getMethod("allocate", long.class, long.class);
        close = arena.getMethod("close");
        asByteBuffer = Class.forName("java.lang.foreign.MemorySegment").getMethod("asByteBuffer");
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    @Override
    public FreeableMemory allocate(int bytes, int alignment) {
      Object arena = invoke(ofShared, null);
      Object segment = invoke(allocate, arena, (long) bytes, (long) alignment);
      // Every view of the buffer refers to the segment.
      Cleaner.Cleanable closing = CLEANER.register(segment, () -> invoke(close, arena));
      return new FreeableMemory((ByteBuffer) invoke(asByteBuffer, segment), closing::clean);
    }
  }
}
