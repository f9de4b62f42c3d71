package io.strata.l2.testing;

import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;

/**
 * Holds writer threads up in the middle of a copy, until it is opened. A thread that brings a block
 * and copies it itself passes.
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

  /** Waits until a writer stands before it. */
  public void awaitReached() throws InterruptedException {
    reached.await();
  }

  /** Lets all pass from now on. */
  public void open() {
    open.countDown();
  }
}
