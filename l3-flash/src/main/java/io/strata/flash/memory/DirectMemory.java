package io.strata.flash.memory;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Direct memory that {@link #close} frees at once, not when the garbage collector finds it
 * unreachable. So an owner that is reopened can allocate it again immediately. Thread-safe.
 *
 * <p>The owner closes it after the last use of a view: from then on, a view points to memory that
 * may have been reused.
 *
 * <p>The JDK has no public API for this. The JDK's own {@code Unsafe} frees memory if its package
 * is exported, as HBase's start scripts do on every JDK from 17 on. The {@code Unsafe} of {@code
 * jdk.unsupported} frees memory before JDK 24; from then on the JVM warns about that or denies it.
 * This class tries at load time which one works. If neither does, the garbage collector frees the
 * memory: that of an {@code Arena} could be freed, but no process limit bounds it.
 */
public final class DirectMemory implements AutoCloseable {
  /** Frees a direct buffer. */
  private record BufferCleaner(Object unsafe, Method invokeCleaner) {
    void free(ByteBuffer buffer) throws IllegalAccessException, InvocationTargetException {
      invokeCleaner.invoke(unsafe, buffer);
    }
  }

  /** The first JDK that warns about {@code sun.misc.Unsafe}, or may be configured to deny it. */
  private static final int FIRST_AGAINST_UNSAFE = 24;

  private static final @Nullable BufferCleaner CLEANER = findCleaner();

  private final ByteBuffer whole;
  private final ByteBuffer bytes;
  private final AtomicBoolean closed = new AtomicBoolean();

  private DirectMemory(ByteBuffer whole, ByteBuffer bytes) {
    this.whole = whole;
    this.bytes = bytes;
  }

  private static @Nullable BufferCleaner findCleaner() {
    BufferCleaner internal = tryCleaner("jdk.internal.misc.Unsafe");
    return internal != null || Runtime.version().feature() >= FIRST_AGAINST_UNSAFE
        ? internal
        : tryCleaner("sun.misc.Unsafe");
  }

  private static @Nullable BufferCleaner tryCleaner(String name) {
    try {
      Class<?> type = Class.forName(name);
      BufferCleaner cleaner =
          new BufferCleaner(unsafeOf(type), type.getMethod("invokeCleaner", ByteBuffer.class));
      cleaner.free(ByteBuffer.allocateDirect(1));
      return cleaner;
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private static Object unsafeOf(Class<?> type) throws ReflectiveOperationException {
    if (type.getName().startsWith("jdk.internal.")) {
      return type.getMethod("getUnsafe").invoke(null);
    }
    var field = type.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    return field.get(null);
  }

  /** Returns whether {@link #close} frees memory at once in this process. */
  public static boolean isFreedAtOnce() {
    return CLEANER != null;
  }

  /**
   * Allocates zeroed memory.
   *
   * @throws OutOfMemoryError if the limit of direct memory is exceeded
   */
  public static DirectMemory allocate(int bytes) {
    ByteBuffer whole = ByteBuffer.allocateDirect(bytes);
    return new DirectMemory(whole, whole.duplicate());
  }

  /** Allocates zeroed memory that is aligned to a power of two. */
  public static DirectMemory allocate(int bytes, int alignment) {
    ByteBuffer whole = ByteBuffer.allocateDirect(bytes + alignment);
    return new DirectMemory(whole, whole.alignedSlice(alignment).slice(0, bytes));
  }

  /**
   * Returns the memory, big-endian; always the same object, whose position belongs to the owner.
   */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** Frees the memory, of which no view may be in use. Idempotent. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true) || CLEANER == null) {
      return;
    }
    try {
      CLEANER.free(whole);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("A buffer could not be freed.", e);
    }
  }
}
