package io.strata.concurrency.weaken;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * The replacements of the accesses that {@link Weakening} weakens. Each does the same access in an
 * order that a machine with weaker ordering may use. A machine may take any time between two steps,
 * and so do these.
 */
@SuppressWarnings("unused") // Called from rewritten bytecode.
public final class Weak {
  private static final int LINE = 64;
  private static final int PAUSE = 40;

  /** Of calls that may pause. */
  private static final int OF_WHICH_ONE_PAUSES = 4;

  private static final int MAX_PAUSES = 8;

  private static final ThreadLocal<List<Runnable>> HELD = ThreadLocal.withInitial(ArrayList::new);
  private static final ThreadLocal<Line> TAKEN = ThreadLocal.withInitial(Line::new);

  private Weak() {}

  private static void pause() {
    for (int i = 0; i < PAUSE; i++) {
      Thread.onSpinWait();
    }
  }

  /** Waits for about as long as another thread needs for several steps, or not at all. */
  public static void pauseNowAndThen() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    int pauses = random.nextInt(OF_WHICH_ONE_PAUSES) == 0 ? random.nextInt(MAX_PAUSES) : 0;
    for (int i = 0; i < pauses; i++) {
      pause();
    }
  }

  // ---- split accesses

  public static boolean compareAndSet(
      VarHandle words, ByteBuffer buffer, int at, long expected, long next) {
    if ((long) words.get(buffer, at) != expected) {
      return false;
    }
    pause();
    words.set(buffer, at, next);
    return true;
  }

  public static long getAndAdd(VarHandle words, ByteBuffer buffer, int at, long more) {
    long before = (long) words.get(buffer, at);
    pause();
    words.set(buffer, at, before + more);
    return before;
  }

  public static long getAndAdd(AtomicLong word, long more) {
    long before = word.get();
    pause();
    word.set(before + more);
    return before;
  }

  public static int getAndUpdate(AtomicInteger word, IntUnaryOperator update) {
    int before = word.get();
    pause();
    word.set(update.applyAsInt(before));
    return before;
  }

  public static boolean compareAndSet(AtomicLong word, long expected, long next) {
    if (word.get() != expected) {
      return false;
    }
    pause();
    word.set(next);
    return true;
  }

  public static boolean compareAndSet(AtomicInteger word, int expected, int next) {
    if (word.get() != expected) {
      return false;
    }
    pause();
    word.set(next);
    return true;
  }

  public static boolean compareAndSet(
      AtomicIntegerFieldUpdater<Object> field, Object owner, int expected, int next) {
    if (field.get(owner) != expected) {
      return false;
    }
    pause();
    field.set(owner, next);
    return true;
  }

  public static int incrementAndGet(AtomicInteger word) {
    int next = word.get() + 1;
    pause();
    word.set(next);
    return next;
  }

  public static int decrementAndGet(AtomicInteger word) {
    int next = word.get() - 1;
    pause();
    word.set(next);
    return next;
  }

  public static boolean compareAndSet(AtomicBoolean flag, boolean expected, boolean next) {
    if (flag.get() != expected) {
      return false;
    }
    pause();
    flag.set(next);
    return true;
  }

  public static long incrementAndGet(AtomicLong word) {
    return addAndGet(word, 1);
  }

  public static long addAndGet(AtomicLong word, long more) {
    long next = word.get() + more;
    pause();
    word.set(next);
    return next;
  }

  public static Object updateAndGet(AtomicReference<Object> word, UnaryOperator<Object> update) {
    Object next = update.apply(word.get());
    pause();
    word.set(next);
    return next;
  }

  // ---- late stores

  public static void set(VarHandle words, ByteBuffer buffer, int at, long value) {
    HELD.get().add(() -> words.set(buffer, at, value));
  }

  public static void set(VarHandle words, ByteBuffer buffer, int at, int value) {
    HELD.get().add(() -> words.set(buffer, at, value));
  }

  public static void arraycopy(Object from, int start, Object to, int at, int length) {
    HELD.get().add(() -> System.arraycopy(from, start, to, at, length));
  }

  public static void put(Object owner, boolean value, String field) {
    hold(owner, field, found -> found.setBoolean(owner, value));
  }

  public static void put(Object owner, int value, String field) {
    hold(owner, field, found -> found.setInt(owner, value));
  }

  /** Holds back a store into a field. */
  private interface FieldStore {
    void into(Field field) throws IllegalAccessException;
  }

  private static void hold(Object owner, String field, FieldStore store) {
    HELD.get()
        .add(
            () -> {
              try {
                Field found = owner.getClass().getDeclaredField(field);
                found.setAccessible(true);
                store.into(found);
              } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
              }
            });
  }

  /** Executes the stores that this thread holds back. */
  public static void doHeld() {
    List<Runnable> held = HELD.get();
    if (!held.isEmpty()) {
      pause();
      held.forEach(Runnable::run);
      held.clear();
    }
  }

  // ---- early loads

  /** A copy of a cache line. */
  private static final class Line {
    private static final Object NONE = new Object();

    final ByteBuffer copy = ByteBuffer.allocate(LINE).order(ByteOrder.nativeOrder());
    Object of = NONE;
    int at;

    boolean holds(ByteBuffer buffer, int address) {
      return of == buffer && (address & -LINE) == at;
    }
  }

  /** Loads the rest of the cache line before the requested word, to be used afterwards. */
  public static long takeThenGet(VarHandle words, ByteBuffer buffer, int at) {
    Line line = TAKEN.get();
    line.at = at & -LINE;
    line.of = buffer;
    buffer.get(line.at, line.copy.array(), 0, Math.min(LINE, buffer.capacity() - line.at));
    pause();
    long value = (long) words.getVolatile(buffer, at);
    pause();
    return value;
  }

  /** Returns the copied word, if it is of this line. */
  public static long taken(VarHandle words, ByteBuffer buffer, int at) {
    Line line = TAKEN.get();
    return line.holds(buffer, at)
        ? line.copy.getLong(at - line.at)
        : (long) words.getVolatile(buffer, at);
  }

  /** As {@link #taken}, for the last time. */
  public static long takenLast(VarHandle words, ByteBuffer buffer, int at) {
    long value = taken(words, buffer, at);
    TAKEN.get().of = Line.NONE;
    return value;
  }
}
