package io.strata.concurrency.contention;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Lock;

/**
 * The stores of one thread at a time, in order. The methods that record are called by the classes
 * that {@link StoreRecorder} rewrote, before each store.
 *
 * <p>Memory outside the heap has true cache lines. An object counts as one line of its own, since
 * the garbage collector decides what lies beside it; an array has one for each 64 bytes. Blocks'
 * bytes are not recorded.
 */
public final class Stores {
  private static final int LINE_BYTES = 64;

  private static final Set<String> PLAIN =
      Set.of("set", "setPlain", "setOpaque", "setRelease", "lazySet");
  private static final Set<String> LOADS =
      Set.of(
          "get",
          "getPlain",
          "getOpaque",
          "getAcquire",
          "getVolatile",
          "getOrDefault",
          "length",
          "intValue",
          "longValue",
          "sum",
          "size",
          "isEmpty",
          "mappingCount",
          "containsKey",
          "contains",
          "values",
          "keySet",
          "entrySet",
          "iterator",
          "stream",
          "forEach",
          "peek");

  /** Methods of a map that change nothing if the key is there. */
  private static final Set<String> IF_ABSENT = Set.of("computeIfAbsent", "putIfAbsent", "add");

  /** How a store is executed. */
  enum StoreKind {
    /** An ordinary or an ordered store. */
    STORE,
    /** A read-modify-write, a volatile store or the acquisition of a lock. */
    ATOMIC,
    /** An atomic operation on a counter that is divided among the threads that compete for it. */
    STRIPED
  }

  /** A cache line: the address over 64 where {@code object} is 0, else an object's. */
  record CacheLine(int object, long number) {}

  /**
   * A store.
   *
   * @param site the method that stores
   * @param operation what it calls, or the field
   */
  record Store(String site, String operation, StoreKind kind, CacheLine line) {}

  private static final IdentityHashMap<Object, Integer> OBJECTS = new IdentityHashMap<>();
  private static final Map<String, Boolean> VOLATILE = new ConcurrentHashMap<>();
  private static final Field ADDRESS = address();

  private static volatile Thread recorded;
  private static List<Store> stores = List.of();

  private Stores() {}

  private static Field address() {
    try {
      Field address = Buffer.class.getDeclaredField("address");
      address.setAccessible(true);
      return address;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the stores of the operation, executed by this thread; one thread at a time. */
  static List<Store> of(Runnable operation) {
    stores = new ArrayList<>();
    recorded = Thread.currentThread();
    try {
      operation.run();
    } finally {
      recorded = null;
    }
    return stores;
  }

  /** Records a call of a method that may store. */
  public static void call(
      Object target, Object argument, int index, String site, String operation) {
    if (Thread.currentThread() != recorded || LOADS.contains(operation)) {
      return;
    }
    String called = target.getClass().getSimpleName() + "." + operation;
    if (target instanceof VarHandle) {
      StoreKind kind = PLAIN.contains(operation) ? StoreKind.STORE : StoreKind.ATOMIC;
      add(site, "VarHandle." + operation, kind, line(argument, index));
    } else if (target instanceof LongAdder) {
      add(site, called, StoreKind.STRIPED, line(target, 0));
    } else if (target instanceof ConcurrentMap || target instanceof ConcurrentHashMap.KeySetView) {
      if (!IF_ABSENT.contains(operation) || isAbsent(target, argument)) {
        add(site, called, StoreKind.ATOMIC, new CacheLine(number(target), argument.hashCode()));
        add(site, called + ", its size", StoreKind.STRIPED, line(target, 0));
      }
    } else if (isUpdater(target)) {
      add(site, "FieldUpdater." + operation, kindOfAtomic(operation), line(argument, index));
    } else if (isAtomic(target)) {
      add(site, called, kindOfAtomic(operation), line(target, index));
    } else if (target instanceof ByteBuffer && operation.startsWith("put") && index >= 0) {
      add(site, "ByteBuffer." + operation, StoreKind.STORE, line(target, index));
    } else if (target instanceof Lock || target instanceof Executor || isOfQueue(target)) {
      add(site, called, StoreKind.ATOMIC, line(target, 0));
    }
  }

  private static boolean isAbsent(Object map, Object key) {
    return map instanceof Map ? !((Map<?, ?>) map).containsKey(key) : !((Set<?>) map).contains(key);
  }

  private static boolean isUpdater(Object target) {
    return target instanceof AtomicIntegerFieldUpdater
        || target instanceof AtomicLongFieldUpdater
        || target instanceof AtomicReferenceFieldUpdater;
  }

  private static boolean isAtomic(Object target) {
    return target.getClass().getPackageName().equals("java.util.concurrent.atomic");
  }

  private static boolean isOfQueue(Object target) {
    return target.getClass().getName().startsWith("org.jctools.");
  }

  /** A {@code set} of an atomic is volatile, unlike one of a VarHandle. */
  private static StoreKind kindOfAtomic(String operation) {
    boolean plain = PLAIN.contains(operation) && !operation.equals("set");
    return plain ? StoreKind.STORE : StoreKind.ATOMIC;
  }

  /** Records the acquisition of an object's monitor. */
  public static void lock(Object target, String site) {
    if (Thread.currentThread() == recorded) {
      add(site, "synchronized", StoreKind.ATOMIC, line(target, 0));
    }
  }

  /** Records a store to a field. */
  public static void field(Object target, String site, String field) {
    if (Thread.currentThread() == recorded) {
      boolean ordered =
          VOLATILE.computeIfAbsent(
              target.getClass().getName() + "." + field,
              name -> isVolatile(target.getClass(), field));
      add(site, field + " =", ordered ? StoreKind.ATOMIC : StoreKind.STORE, line(target, 0));
    }
  }

  private static boolean isVolatile(Class<?> type, String field) {
    try {
      return Modifier.isVolatile(type.getDeclaredField(field).getModifiers());
    } catch (NoSuchFieldException e) {
      return isVolatile(type.getSuperclass(), field);
    }
  }

  /** Records a store to a static field. */
  public static void staticField(String field, String site) {
    if (Thread.currentThread() == recorded) {
      add(site, field + " =", StoreKind.ATOMIC, line(field, 0));
    }
  }

  /** Records a full fence, or that a thread is woken. */
  public static void fence(String operation, String site) {
    if (Thread.currentThread() == recorded) {
      add(site, operation, StoreKind.ATOMIC, line(Thread.currentThread(), 0));
    }
  }

  /** Records a store to an element of an array. */
  public static void array(Object array, int index, String site) {
    if (Thread.currentThread() == recorded) {
      add(site, "[] =", StoreKind.STORE, line(array, index));
    }
  }

  private static void add(String site, String operation, StoreKind kind, CacheLine line) {
    stores.add(new Store(site, operation, kind, line));
  }

  private static CacheLine line(Object target, int index) {
    if (target instanceof ByteBuffer buffer) {
      return lineOf(buffer, index);
    }
    return new CacheLine(number(target), (long) index * elementBytes(target) / LINE_BYTES);
  }

  private static CacheLine lineOf(ByteBuffer buffer, int index) {
    if (!buffer.isDirect()) {
      return new CacheLine(number(buffer.array()), (buffer.arrayOffset() + index) / LINE_BYTES);
    }
    try {
      return new CacheLine(0, (ADDRESS.getLong(buffer) + index) / LINE_BYTES);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the bytes of an element; 0 if the object is no array. */
  private static int elementBytes(Object target) {
    Class<?> element = target.getClass().getComponentType();
    if (element == long.class || element == double.class || target instanceof AtomicLongArray) {
      return Long.BYTES;
    }
    if (element == byte.class || element == boolean.class) {
      return Byte.BYTES;
    }
    boolean isArray =
        element != null
            || target instanceof AtomicIntegerArray
            || target instanceof AtomicReferenceArray;
    return isArray ? Integer.BYTES : 0;
  }

  private static int number(Object target) {
    return OBJECTS.computeIfAbsent(target, of -> OBJECTS.size() + 1);
  }
}
