package io.strata.l2.testing;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Blocks writer threads in the middle of a copy until it is opened. An inserting thread that copies
 * its block itself is not blocked.
 */
public final class Gate implements Consumer<ProvingBlock.Call> {
  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch open = new CountDownLatch(1);

  @Override
  public void accept(ProvingBlock.Call call) {
    if (call == ProvingBlock.Call.WRITE
        && Thread.currentThread().getName().startsWith("strata-l2-writer")) {
      reached.countDown();
      boolean interrupted = false;
      while (open.getCount() > 0) {
        try {
          open.await();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Waits until a writer is blocked. */
  public void awaitReached() throws InterruptedException {
    reached.await();
  }

  /** Lets all threads pass from now on. */
  public void open() {
    open.countDown();
  }
}
