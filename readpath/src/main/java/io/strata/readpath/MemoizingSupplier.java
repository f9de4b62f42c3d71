package io.strata.readpath;

import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A value that takes time to make, and may be asked for often: it is made anew only when making it
 * has cost no more than a hundredth of the time since. Thread-safe; while one thread makes it,
 * others that ask for it wait.
 */
final class MemoizingSupplier<T> {
  private static final long SHARE = 100;

  private final Supplier<T> maker;
  private final LongSupplier nanos;
  private @Nullable T value;
  private long notBefore;

  MemoizingSupplier(Supplier<T> maker) {
    this(maker, System::nanoTime);
  }

  /**
   * @param nanos the clock
   */
  MemoizingSupplier(Supplier<T> maker, LongSupplier nanos) {
    this.maker = maker;
    this.nanos = nanos;
  }

  synchronized T get() {
    T there = value;
    long begin = nanos.getAsLong();
    if (there != null && begin - notBefore < 0) {
      return there;
    }
    T made = maker.get();
    long end = nanos.getAsLong();
    value = made;
    notBefore = end + SHARE * (end - begin);
    return made;
  }
}
