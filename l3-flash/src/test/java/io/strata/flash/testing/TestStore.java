package io.strata.flash.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.flash.read.FlashBlock;
import java.io.IOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A store that checks, when it is closed, that no buffer, pin, region or entry leaked. */
public final class TestStore implements AutoCloseable {
  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final FlashStore store;
  private boolean errorsExpected;

  public TestStore(FlashOptions options) throws IOException {
    this.store = new FlashStore(options.withErrorHandler(this::add));
  }

  /** Ignores a report about the file system of the test's folder. */
  private void add(Throwable error) {
    if (!String.valueOf(error.getMessage()).contains("through the page cache")) {
      errors.add(error);
    }
  }

  public FlashStore store() {
    return store;
  }

  /** Returns the errors that the store reported, which the test expects. */
  public Queue<Throwable> errors() {
    errorsExpected = true;
    return errors;
  }

  /** Returns the error whose message contains this text; fails if none was reported. */
  public Throwable error(String text) {
    assertThat(errors()).anyMatch(each -> String.valueOf(each.getMessage()).contains(text));
    return awaitError(text);
  }

  /** Waits for an error whose message contains this text. */
  public Throwable awaitError(String text) {
    while (true) {
      for (Throwable each : errors()) {
        if (String.valueOf(each.getMessage()).contains(text)) {
          return each;
        }
      }
      Thread.onSpinWait();
    }
  }

  /** Inserts a block, and waits until a region is ready for it, as a server would not. */
  public @Nullable Rejection put(String file, long offset, int length) {
    return put(file, offset, new TestBlock(file, offset, length));
  }

  /** As {@link #put(String, long, int)}. */
  public @Nullable Rejection put(String file, long offset, TestBlock block) {
    return put(file, offset, block, false);
  }

  /** As {@link #put(String, long, int)}. */
  public @Nullable Rejection put(String file, long offset, TestBlock block, boolean readAgain) {
    Rejection rejection = store.insert(file, offset, block, readAgain);
    while (rejection == Rejection.WRITERS_BEHIND) {
      Thread.onSpinWait();
      rejection = store.insert(file, offset, block, readAgain);
    }
    return rejection;
  }

  /** Reads a block and checks its bytes. Returns whether it was found. */
  public boolean read(String file, long offset) {
    FlashBlock block = store.get(file, offset);
    if (block == null) {
      return false;
    }
    TestBlock.verify(file, offset, block);
    return true;
  }

  /** Waits until recovery has ended. */
  public TestStore awaitRestored() {
    try {
      store.awaitRestored();
      store.awaitQuiet();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the store was restored", e);
    }
    return this;
  }

  /** Flushes the store. */
  public void flush() {
    try {
      store.flush();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the store wrote", e);
    }
  }

  @Override
  public void close() throws IOException {
    try {
      store.awaitRestored();
      store.awaitQuiet();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the store became idle", e);
    }
    assertThat(store.audit()).as("audit").isEmpty();
    store.close();
    assertThat(store.audit()).as("audit after close").isEmpty();
    if (!errorsExpected) {
      assertThat(errors).as("errors").isEmpty();
    }
  }
}
