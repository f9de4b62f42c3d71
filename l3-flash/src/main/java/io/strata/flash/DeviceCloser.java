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
 * Closes the devices of a store, each on its own thread, so that a hanging disk delays neither the
 * others nor, beyond a bound, the caller. A hanging thread is a daemon that continues until its
 * disk answers or the process ends; until then the device's file stays locked. Used once.
 *
 * <p>The whole shutdown of a device runs on its thread, because even {@code close} of a channel
 * waits for reads and writes that the kernel has not finished.
 */
final class DeviceCloser {
  /** Shuts one device down. */
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
   * @param onError receives an error for each device that does not end in time
   */
  DeviceCloser(long millis, Consumer<Throwable> onError) {
    this.millis = millis;
    this.onError = onError;
  }

  /**
   * Closes all devices and waits. An interrupt does not end the wait; the interrupt status is kept.
   *
   * @throws IOException the first exception of a device
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

  /** Waits for one device. Returns false if the wait was interrupted. */
  private boolean isOver(Closing closing, long nanos) {
    try {
      closing.task.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      onError.accept(
          new IOException(
              "%s did not answer within %d ms. Blocks not written to it yet are lost; it is closed when it answers."
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
        cause instanceof IOException e ? e : new IOException("Cannot close a device", cause);
    if (failure == null) {
      failure = thrown;
    } else {
      failure.addSuppressed(thrown);
    }
  }
}
