package io.strata.l2;

import io.strata.l2.evict.Victim;
import io.strata.l2.evict.EvictionListener;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Keeps what a caller's callbacks throw from the threads that call them. */
final class SafeCallbacks {
  private SafeCallbacks() {}

  /** A handler that fails must not take the thread with it that tells it, nor hide the error. */
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

  /** Nor must a sink: what it throws is not the error of the block that needs the room. */
  static @Nullable EvictionListener sink(@Nullable EvictionListener sink, Consumer<Throwable> onError) {
    return sink == null ? null : new NeverFailing(sink, onError);
  }

  private record NeverFailing(EvictionListener sink, Consumer<Throwable> onError) implements EvictionListener {
    @Override
    public boolean isOpen() {
      try {
        return sink.isOpen();
      } catch (RuntimeException | Error e) {
        onError.accept(e);
        return false;
      }
    }

    @Override
    public boolean wants(Victim victim) {
      try {
        return sink.wants(victim);
      } catch (RuntimeException | Error e) {
        onError.accept(e);
        return false;
      }
    }

    @Override
    public void evicted(Victim victim) {
      try {
        sink.evicted(victim);
      } catch (RuntimeException | Error e) {
        onError.accept(e);
      }
    }
  }
}
