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
 * The thread that restores a device, and afterwards writes snapshots of it. Thread-safe.
 *
 * <pre>
 *   RESTORING ---- all entered ----> RESTORED ---- close ----> last snapshot, CLOSED
 *       |                                                          ^
 *       +---- close: the snapshot of before stays -----------------+
 * </pre>
 *
 * <p>A snapshot that were written before all is restored would say of regions that they have no
 * blocks. So none is: the one of before still holds for the regions that it speaks of.
 *
 * <p>{@code due} has a permit when a snapshot is to be written or the thread is to end; all permits
 * are taken at once, so that snapshots never queue up. {@link SnapshotBudget} says when one is due.
 * Closing is told by a flag that is set before its permit is given.
 */
public final class RecoveryThread {
  private final Device device;
  private final DeviceRecovery restorer;
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
   * @param onError told what goes wrong
   * @param onRestored run once when all of the device is restored, by the thread
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
      Tombstones forgotten,
      Consumer<Throwable> onError,
      Runnable onRestored) {
    this.device = device;
    this.restorer =
        new DeviceRecovery(
            device,
            options.store(),
            regionBytes,
            encryption,
            index,
            files,
            owners,
            regions,
            forgotten,
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

  /** Of a store that begins empty: what an earlier start has written down is of no use any more. */
  public static void deleteSnapshot(Device device) throws IOException {
    Files.deleteIfExists(SnapshotFile.of(device.file().path()));
  }

  /** Begins to restore. */
  public void start() {
    thread.start();
  }

  /** A region of so many bytes was written; by the device's thread. */
  public void regionWritten(int bytes) {
    if (budget.regionWritten(bytes)) {
      due.release();
    }
  }

  /** Blocks that were restored so far. */
  public long restoredBlocks() {
    return restorer.restored();
  }

  /** Whether blocks are still restored. */
  public boolean isRestoring() {
    return restored.getCount() > 0;
  }

  /**
   * Waits until all of the device is restored, or that was given up; says false when that is not so
   * after so many milliseconds.
   */
  public boolean awaitRestored(long millis) throws InterruptedException {
    return restored.await(millis, TimeUnit.MILLISECONDS);
  }

  /** Writes a last snapshot, when all was restored; the device's thread has ended. */
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
      // First: the device gives its first region a sequence as soon as it begins.
      sequences.raise(restorer.readHeaders());
      restorer.begin();
      restorer.restore();
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
      // Permits that came while the last one was written are of regions that it may have.
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
              "The snapshot beside %s cannot be written, so that a restart has to read regions: %s"
                  .formatted(device.file().path(), e.getMessage()),
              e));
    } catch (RuntimeException | Error e) {
      onError.accept(e);
    } finally {
      budget.spent(written.sum());
    }
  }
}
