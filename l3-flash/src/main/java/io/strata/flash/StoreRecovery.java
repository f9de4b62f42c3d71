package io.strata.flash;

import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.restart.FileOwners;
import io.strata.flash.restart.RecoveryThread;
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
 * Restores the blocks of all devices of a store; does nothing for a store that begins empty.
 * Thread-safe.
 */
final class StoreRecovery {
  private final List<Device> devices;
  private final List<RecoveryThread> recoveryThreads = new ArrayList<>();
  private final Tombstones tombstones = new Tombstones();
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
      recoveryThreads.add(
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
              tombstones,
              onError,
              this::oneRestored));
    }
  }

  private void oneRestored() {
    if (restoring.decrementAndGet() == 0) {
      tombstones.end();
    }
  }

  void start() {
    recoveryThreads.forEach(RecoveryThread::start);
    if (recoveryThreads.isEmpty()) {
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
    if (!recoveryThreads.isEmpty()) {
      recoveryThreads.get(devices.indexOf(device)).regionWritten(bytes);
    }
  }

  /** Records that a file is about to be evicted, while recovery runs. */
  void addTombstone(String file) {
    if (restoring.get() > 0) {
      tombstones.add(file);
    }
  }

  /** Records that a block is about to be evicted, while recovery runs. */
  void addTombstone(String file, long offset) {
    if (restoring.get() > 0) {
      tombstones.add(file, offset);
    }
  }

  long restoredBlocks() {
    return recoveryThreads.stream().mapToLong(RecoveryThread::restoredBlocks).sum();
  }

  int restoringDevices() {
    return restoring.get();
  }

  /** Waits until recovery has ended, at most {@code millis}. Returns whether it has. */
  boolean awaitRestored(long millis) throws InterruptedException {
    long begin = System.nanoTime();
    for (RecoveryThread each : recoveryThreads) {
      long waited = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
      if (!each.awaitRestored(Math.max(0, millis - waited))) {
        return false;
      }
    }
    return true;
  }

  /** Ends the recovery of a device and writes its last snapshot. The device has stopped. */
  void close(Device device) {
    if (!recoveryThreads.isEmpty()) {
      recoveryThreads.get(devices.indexOf(device)).close();
    }
  }
}
