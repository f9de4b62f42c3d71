package io.strata.flash;

import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.restart.RecoveryThread;
import io.strata.flash.restart.FileOwners;
import io.strata.flash.restart.Tombstones;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.Regions;
import io.strata.flash.ring.Sequences;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * What finds again the blocks of all devices of a store; of one that begins empty, nothing.
 * Thread-safe.
 */
final class StoreRecovery {
  private final List<Device> devices;
  private final List<RecoveryThread> restarts = new ArrayList<>();
  private final Tombstones forgotten = new Tombstones();
  private final Consumer<Throwable> onError;
  private final AtomicInteger restoring;

  StoreRecovery(
      FlashOptions options,
      List<Device> devices,
      FlashIndex index,
      FileNumbers files,
      FileOwners owners,
      Regions regions,
      Sequences sequences,
      Consumer<Throwable> onError) {
    this.devices = devices;
    this.onError = onError;
    boolean warm = options.restart().warm();
    this.restoring = new AtomicInteger(warm ? devices.size() : 0);
    for (Device each : warm ? devices : List.<Device>of()) {
      restarts.add(
          new RecoveryThread(
              each,
              options.restart(),
              options.ring().regionBytes(),
              options.encryption(),
              index,
              files,
              owners,
              regions,
              sequences,
              forgotten,
              onError,
              this::oneRestored));
    }
  }

  private void oneRestored() {
    if (restoring.decrementAndGet() == 0) {
      forgotten.end();
    }
  }

  void start() {
    restarts.forEach(RecoveryThread::start);
    if (restarts.isEmpty()) {
      devices.forEach(this::beginEmpty);
    }
  }

  private void beginEmpty(Device device) {
    try {
      RecoveryThread.deleteSnapshot(device);
    } catch (IOException e) {
      onError.accept(e);
    }
    device.begin(List.of(), 0);
  }

  void written(Device device, int bytes) {
    if (!restarts.isEmpty()) {
      restarts.get(devices.indexOf(device)).regionWritten(bytes);
    }
  }

  /** A file is about to be evicted. */
  void forget(String file) {
    if (restoring.get() > 0) {
      forgotten.add(file);
    }
  }

  /** A block is about to be evicted. */
  void forget(String file, long offset) {
    if (restoring.get() > 0) {
      forgotten.add(file, offset);
    }
  }

  long restoredBlocks() {
    return restarts.stream().mapToLong(RecoveryThread::restoredBlocks).sum();
  }

  int restoringDevices() {
    return restoring.get();
  }

  /** Waits so many milliseconds at most; says whether all is restored. */
  boolean awaitRestored(long millis) throws InterruptedException {
    long begin = System.nanoTime();
    for (RecoveryThread each : restarts) {
      long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      if (!each.awaitRestored(Math.max(0, millis - waited))) {
        return false;
      }
    }
    return true;
  }

  /** Ends what restores a device, and writes its last snapshot; the device has stopped. */
  void close(Device device) {
    if (!restarts.isEmpty()) {
      restarts.get(devices.indexOf(device)).close();
    }
  }
}
