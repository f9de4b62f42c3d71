package io.strata.flash.memory;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Direct memory that is given back to the process when it is closed, and not when the collector
 * finds it unreachable: an owner that is opened anew has it at once, whatever the collector does.
 * Thread-safe.
 *
 * <p>The owner closes it after the last use of a view: after that, a view is a pointer to memory
 * that may be another's.
 *
 * <p>The JDK gives no public way. Its own {@code Unsafe} frees where its package is exported, as
 * HBase's start scripts do on every JDK from 17 on; the {@code Unsafe} of {@code jdk.unsupported}
 * frees before JDK 24, from which on the JVM warns of that or denies it. Which one works is tried
 * when this class is loaded. Where neither does, the memory is given back by the collector: that of
 * an {@code Arena} could be freed, but no limit of the process bounds it.
 */
public final class DirectMemory implements AutoCloseable {
  /** Frees a direct buffer. */
  private record Way(Object unsafe, Method invokeCleaner) {
    void free(ByteBuffer buffer) throws IllegalAccessException, InvocationTargetException {
      invokeCleaner.invoke(unsafe, buffer);
    }
  }

  /** The first JDK that warns of {@code sun.misc.Unsafe}, or can be told to deny it. */
  private static final int FIRST_AGAINST_UNSAFE = 24;

  private static final @Nullable Way WAY = findWay();

  private final ByteBuffer whole;
  private final ByteBuffer bytes;
  private final AtomicBoolean closed = new AtomicBoolean();

  private DirectMemory(ByteBuffer whole, ByteBuffer bytes) {
    this.whole = whole;
    this.bytes = bytes;
  }

  private static @Nullable Way findWay() {
    Way internal = tried("jdk.internal.misc.Unsafe");
    return internal != null || Runtime.version().feature() >= FIRST_AGAINST_UNSAFE
        ? internal
        : tried("sun.misc.Unsafe");
  }

  private static @Nullable Way tried(String name) {
    try {
      Class<?> type = Class.forName(name);
      Way way = new Way(unsafeOf(type), type.getMethod("invokeCleaner", ByteBuffer.class));
      way.free(ByteBuffer.allocateDirect(1));
      return way;
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

  /** Whether {@link #close} gives memory back at once in this process. */
  public static boolean isFreedAtOnce() {
    return WAY != null;
  }

  /**
   * Takes memory, zeroed.
   *
   * @throws OutOfMemoryError when the process may have no more direct memory
   */
  public static DirectMemory allocate(int bytes) {
    ByteBuffer whole = ByteBuffer.allocateDirect(bytes);
    return new DirectMemory(whole, whole.duplicate());
  }

  /** As {@link #allocate(int)}, beginning at a multiple of a power of two. */
  public static DirectMemory allocate(int bytes, int alignment) {
    ByteBuffer whole = ByteBuffer.allocateDirect(bytes + alignment);
    return new DirectMemory(whole, whole.alignedSlice(alignment).slice(0, bytes));
  }

  /** The memory, big-endian; one object, whose position is the owner's. */
  public ByteBuffer bytes() {
    return bytes;
  }

  /** Gives the memory back; no view of it may be in use. Does nothing when done before. */
  @Override
  public void close() {
    if (!closed.compareAndSet(false, true) || WAY == null) {
      return;
    }
    try {
      WAY.free(whole);
    } catch (IllegalAccessException | InvocationTargetException e) {
      throw new IllegalStateException("A buffer could not be freed.", e);
    }
  }
}
