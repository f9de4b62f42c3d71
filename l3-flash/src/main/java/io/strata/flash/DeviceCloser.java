package io.strata.flash;

import io.strata.flash.ring.Device;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Closes the devices of a store, each on a thread of its own: a disk that hangs delays neither the
 * others nor, beyond a bound, the caller. A thread that hangs is a daemon and goes on until its
 * disk answers or the process ends; until then the device's file stays locked. Used once.
 *
 * <p>Even {@code close} of a channel waits for reads and writes of it that the kernel has not
 * finished, so that all of a device's end is on that thread.
 */
final class DeviceCloser {
  /** What ends one device. */
  @FunctionalInterface
  interface End {
    void run(Device device) throws IOException;
  }

  private record Closing(Device device, FutureTask<@Nullable Void> task) {}

  private final long millis;
  private final Consumer<Throwable> onError;
  private final List<Closing> closings = new ArrayList<>();
  private @Nullable IOException failure;
  private boolean interrupted;

  /**
   * @param millis how long {@link #close} waits for all devices together
   * @param onError told which devices did not end by then
   */
  DeviceCloser(long millis, Consumer<Throwable> onError) {
    this.millis = millis;
    this.onError = onError;
  }

  /**
   * Ends all devices, and waits. An interrupt does not end the wait, and is kept.
   *
   * @throws IOException the first that a device's end has thrown
   */
  void close(List<Device> devices, End end) throws IOException {
    for (Device device : devices) {
      FutureTask<@Nullable Void> task =
          new FutureTask<>(
              () -> {
                end.run(device);
                return null;
              });
      closings.add(new Closing(device, task));
      Thread thread = new Thread(task, "strata-flash-close-" + device.firstRegion());
      thread.setDaemon(true);
      thread.start();
    }
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
    for (Closing each : closings) {
      while (!isOver(each, deadline - System.nanoTime())) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (failure != null) {
      throw failure;
    }
  }

  /** Waits for one; says false when the wait was interrupted. */
  private boolean isOver(Closing closing, long nanos) {
    try {
      closing.task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      onError.accept(
          new IOException(
              "%s did not answer within %d ms and is left to be closed when it does: blocks that were not written to it yet are lost."
                  .formatted(closing.device.file().path(), millis)));
    } catch (ExecutionException e) {
      failed(e.getCause());
    } catch (InterruptedException e) {
      return false;
    }
    return true;
  }

  private void failed(@Nullable Throwable cause) {
    IOException thrown =
        cause instanceof IOException e ? e : new IOException("The tier could not be closed", cause);
    if (failure == null) {
      failure = thrown;
    } else {
      failure.addSuppressed(thrown);
    }
  }
}
