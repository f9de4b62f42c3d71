package io.strata.l2;

import io.strata.l2.evict.EvictionListener;
import io.strata.l2.evict.Victim;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Wraps a caller's callbacks so that what they throw does not reach the threads that call them. */
final class SafeCallbacks {
  private SafeCallbacks() {}

  /** Wraps an error handler: if it fails, its thread goes on and the original error is kept. */
  static Consumer<Throwable> handler(Consumer<Throwable> handler) {
    return error -> {
      try {
        handler.accept(error);
      } catch (RuntimeException | Error e) {
        e.addSuppressed(error);
        Thread thread = Thread.currentThread();
        thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
      }
    };
  }

  /** Wraps a listener: what it throws is reported, and the insert that needs the slot goes on. */
  static @Nullable EvictionListener listener(
      @Nullable EvictionListener listener, Consumer<Throwable> onError) {
    return listener == null ? null : new NeverFailing(listener, onError);
  }

  private record NeverFailing(EvictionListener listener, Consumer<Throwable> onError)
      implements EvictionListener {
    @Override
    public boolean isOpen() {
      try {
        return listener.isOpen();
      } catch (RuntimeException | Error e) {
        onError.accept(e);
        return false;
      }
    }

    @Override
    public boolean wants(Victim victim) {
      try {
        return listener.wants(victim);
      } catch (RuntimeException | Error e) {
        onError.accept(e);
        return false;
      }
    }

    @Override
    public void evicted(Victim victim) {
      try {
        listener.evicted(victim);
      } catch (RuntimeException | Error e) {
        onError.accept(e);
      }
    }
  }
}
