package io.strata.readpath.cache;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A supplier that caches its value and recomputes it so that recomputation takes at most 1 % of the
 * time. Thread-safe; while one thread computes the value, other callers wait.
 */
final class MemoizingSupplier<T> {
  private static final long SHARE = 100;

  private final Supplier<T> delegate;
  private final LongSupplier nanos;
  private @Nullable T value;
  private long notBefore;

  MemoizingSupplier(Supplier<T> delegate) {
    this(delegate, System::nanoTime);
  }

  /**
   * @param nanos the clock
   */
  MemoizingSupplier(Supplier<T> delegate, LongSupplier nanos) {
    this.delegate = delegate;
    this.nanos = nanos;
  }

  synchronized T get() {
    T cached = value;
    long begin = nanos.getAsLong();
    if (cached != null && begin - notBefore < 0) {
      return cached;
    }
    T computed = delegate.get();
    long end = nanos.getAsLong();
    value = computed;
    notBefore = end + SHARE * (end - begin);
    return computed;
  }
}
