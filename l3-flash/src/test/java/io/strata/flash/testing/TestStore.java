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

/** A store that proves, when it is closed, that no buffer, pin, region or entry leaked. */
public final class TestStore implements AutoCloseable {
  private final Queue<Throwable> errors = new ConcurrentLinkedQueue<>();
  private final FlashStore store;
  private boolean errorsExpected;

  public TestStore(FlashOptions options) throws IOException {
    this.store = new FlashStore(options.withErrorHandler(this::add));
  }

  /** Where the tests' folder lies is none of the store's faults. */
  private void add(Throwable error) {
    if (!String.valueOf(error.getMessage()).contains("through the page cache")) {
      errors.add(error);
    }
  }

  public FlashStore store() {
    return store;
  }

  /** The errors that the store reported; whoever asks expects them. */
  public Queue<Throwable> errors() {
    errorsExpected = true;
    return errors;
  }

  /** The error whose message has this in it; fails when none was reported. */
  public Throwable error(String part) {
    assertThat(errors()).anyMatch(each -> String.valueOf(each.getMessage()).contains(part));
    return awaitError(part);
  }

  /** Waits for an error whose message has this in it. */
  public Throwable awaitError(String part) {
    while (true) {
      for (Throwable each : errors()) {
        if (String.valueOf(each.getMessage()).contains(part)) {
          return each;
        }
      }
      Thread.onSpinWait();
    }
  }

  /** Offers a block, and waits until a region is ready for it, as a server would not. */
  public @Nullable Rejection put(String file, long offset, int length) {
    return put(file, offset, new TestBlock(file, offset, length));
  }

  /** As {@link #put(String, long, int)}. */
  public @Nullable Rejection put(String file, long offset, TestBlock block) {
    return put(file, offset, block, false);
  }

  /** As {@link #put(String, long, int)}. */
  public @Nullable Rejection put(String file, long offset, TestBlock block, boolean readAgain) {
    Rejection rejection = store.offer(file, offset, block, readAgain);
    while (rejection == Rejection.WRITERS_BEHIND) {
      Thread.onSpinWait();
      rejection = store.offer(file, offset, block, readAgain);
    }
    return rejection;
  }

  /** Reads a block, proving its bytes; says whether it was there. */
  public boolean read(String file, long offset) {
    FlashBlock block = store.get(file, offset);
    if (block == null) {
      return false;
    }
    TestBlock.prove(file, offset, block);
    return true;
  }

  /** Waits until all that lies on the devices is restored. */
  public TestStore awaitRestored() {
    try {
      store.awaitRestored();
      store.awaitQuiet();
    } catch (InterruptedException e) {
      throw new IllegalStateException("interrupted while the store was restored", e);
    }
    return this;
  }

  /** Writes what is in memory. */
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
      throw new IllegalStateException("interrupted while the store came to rest", e);
    }
    assertThat(store.audit()).as("audit").isEmpty();
    store.close();
    assertThat(store.audit()).as("audit after close").isEmpty();
    if (!errorsExpected) {
      assertThat(errors).as("errors").isEmpty();
    }
  }
}
