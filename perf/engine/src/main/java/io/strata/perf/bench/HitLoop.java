package io.strata.perf.bench;

import io.strata.perf.common.Pattern;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.function.LongUnaryOperator;

/**
 * A loop of hits of {@link HitBenchmark} on Strata. {@code ./strata bench hits} creates one for
 * each version that it compares, with a class loader for each, so that it meets the benchmark of
 * that version: what older versions name otherwise is used by reflection. Not thread-safe.
 */
public final class HitLoop implements LongUnaryOperator {
  private static final Method METHOD = method();
  private static final MethodHandle HIT = handle();

  private final HitBenchmark benchmark = new HitBenchmark();
  private final Object order;

  /** Fills a cache. */
  public HitLoop() throws ReflectiveOperationException {
    benchmark.cache = CacheKind.STRATA;
    benchmark.pattern = Pattern.UNIFORM;
    benchmark.fill();
    Constructor<?> constructor = METHOD.getParameterTypes()[0].getDeclaredConstructor();
    order = constructor.newInstance();
    Method make = order.getClass().getDeclaredMethod("make", HitBenchmark.class);
    make.setAccessible(true);
    make.invoke(order, benchmark);
  }

  private static Method method() {
    return Arrays.stream(HitBenchmark.class.getDeclaredMethods())
        .filter(each -> each.getName().equals("hit"))
        .findFirst()
        .orElseThrow();
  }

  /** A constant, whose call is compiled like a direct one. */
  private static MethodHandle handle() {
    try {
      return MethodHandles.lookup()
          .unreflect(METHOD)
          .asType(MethodType.methodType(Object.class, HitBenchmark.class, Object.class));
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /**
   * Executes hits.
   *
   * @return the same number
   */
  @Override
  public long applyAsLong(long hits) {
    try {
      long found = 0;
      for (long i = 0; i < hits; i++) {
        Object block = (Object) HIT.invokeExact(benchmark, order);
        found += block == null ? 0 : 1;
      }
      return found;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException(e);
    }
  }
}
