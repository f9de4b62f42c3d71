package io.strata.flash.restart;

import io.strata.flash.crypt.Encryption;
import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.Regions;
import io.strata.flash.ring.Sequences;
import java.io.IOException;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;

/**
 * The thread that restores a device, and then writes its snapshots. Thread-safe.
 *
 * <h2>States</h2>
 *
 * <pre>
 *   RESTORING ---- all restored ----> RESTORED ---- close ----> last snapshot, CLOSED
 *       |                                                           ^
 *       +---- close: the previous snapshot stays -------------------+
 * </pre>
 *
 * <p>No snapshot is written before all blocks are restored, since it would list regions without
 * blocks. The previous snapshot is still valid for its regions.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>{@code due} has a permit when a snapshot is due or the thread must end. The thread takes all
 * permits at once, so snapshots never queue up. {@link SnapshotBudget} decides when one is due.
 * {@link #close} sets its flag before it releases a permit.
 */
public final class RecoveryThread {
  private final Device device;
  private final DeviceRecovery recovery;
  private final Snapshot snapshot;
  private final Sequences sequences;
  private final SnapshotBudget budget;
  private final Consumer<Throwable> onError;
  private final Runnable onRestored;
  private final Thread thread;
  private final Semaphore due = new Semaphore(0);
  private final CountDownLatch restored = new CountDownLatch(1);
  private volatile boolean whole;
  private volatile boolean closed;

  /**
   * @param onError receives failures
   * @param onRestored run by the thread once, when the device is restored
   */
  public RecoveryThread(
      Device device,
      RecoveryOptions options,
      int regionBytes,
      Encryption encryption,
      FlashIndex index,
      FileNumbers files,
      FileOwners owners,
      Regions regions,
      Sequences sequences,
      Tombstones tombstones,
      Consumer<Throwable> onError,
      Runnable onRestored) {
    this.device = device;
    this.recovery =
        new DeviceRecovery(
            device,
            options.store(),
            regionBytes,
            encryption,
            index,
            files,
            owners,
            regions,
            tombstones,
            onError,
            () -> closed);
    this.snapshot = new Snapshot(device, options.store(), regionBytes, index, regions, owners);
    this.sequences = sequences;
    this.budget =
        new SnapshotBudget(
            options.snapshotRegions(), SnapshotFile.of(device.file().path()).toFile().length());
    this.onError = onError;
    this.onRestored = onRestored;
    this.thread = new Thread(this::run, "strata-flash-restart-" + device.firstRegion());
    thread.setDaemon(true);
  }

  /** Deletes the snapshot of a device that begins empty. */
  public static void deleteSnapshot(Device device) throws IOException {
    Files.deleteIfExists(SnapshotFile.of(device.file().path()));
  }

  /** Starts recovery. */
  public void start() {
    thread.start();
  }

  /** Records that a region was written. Called by the device's thread. */
  public void regionWritten(int bytes) {
    if (budget.regionWritten(bytes)) {
      due.release();
    }
  }

  /** Returns the number of blocks restored so far. */
  public long restoredBlocks() {
    return recovery.restored();
  }

  /** Returns whether recovery still runs. */
  public boolean isRestoring() {
    return restored.getCount() > 0;
  }

  /**
   * Waits until recovery has ended, successfully or not, at most {@code millis}. Returns whether it
   * has.
   */
  public boolean awaitRestored(long millis) throws InterruptedException {
    return restored.await(millis, TimeUnit.MILLISECONDS);
  }

  /**
   * Writes the last snapshot if recovery was complete, and ends the thread. The device's thread has
   * ended.
   */
  public void close() {
    closed = true;
    due.release();
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  // ---- the thread

  private void run() {
    try {
      // Raise first: the device gives its first region a sequence as soon as it begins.
      sequences.raise(recovery.readHeaders());
      recovery.begin();
      recovery.restore();
      whole = !closed;
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    } finally {
      onRestored.run();
      restored.countDown();
    }
    boolean last;
    do {
      due.acquireUninterruptibly();
      due.drainPermits();
      last = closed;
      // Permits released while the last snapshot was written may be of regions that it includes.
      if (last || budget.isDue()) {
        writeSnapshot();
      }
    } while (!last);
  }

  private void writeSnapshot() {
    if (!whole || device.isFailed()) {
      return;
    }
    LongAdder written = new LongAdder();
    try {
      snapshot.write(
          bytes -> {
            device.snapshotWritten(bytes);
            written.add(bytes);
          });
    } catch (IOException e) {
      onError.accept(
          new IOException(
              "Cannot write the snapshot of %s, so that a restart has to read regions: %s"
                  .formatted(device.file().path(), e.getMessage()),
              e));
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    } finally {
      budget.spent(written.sum());
    }
  }
}
