package io.strata.l2;

import io.strata.l2.attach.Attachment;
import io.strata.l2.attach.Tombstones;
import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Compactor;
import io.strata.l2.evict.StoreCore;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileJournal;
import io.strata.l2.index.FileTable;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.memory.FileRecords;
import io.strata.l2.memory.KeptMemory;
import io.strata.l2.policy.GhostMemory;
import io.strata.l2.policy.LogicalClock;
import io.strata.l2.policy.Policies;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.write.WritePath;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a store takes over from {@link KeptMemory}, and records there for the next process. With any
 * other memory, it takes over nothing and writes nothing. Thread-safe.
 */
final class Restart {
  private static final long NANOS_BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(2);

  /** How long closing a store waits for its readers; after that, a thread waits for them. */
  private static final long MAX_WAIT_MILLIS = 1_000;

  private final @Nullable KeptMemory memory;
  private final Policies policy;
  private final Tombstones tombstones = new Tombstones();
  private final Queue<FileBlocks> restored = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private @Nullable Attachment attachment;

  /**
   * @param policy the store's initial policy
   */
  Restart(BucketMemory memory, Policies policy) {
    this.memory = memory instanceof KeptMemory kept ? kept : null;
    this.policy = policy;
  }

  // ---- recovered state

  /** Returns how many of the first buckets may hold blocks. */
  int kept() {
    return memory == null ? 0 : memory.kept();
  }

  /** Returns the policy's clock, which continues where the last process stopped. */
  LogicalClock logicalClock(long capacity) {
    return memory == null
        ? new LogicalClock(capacity)
        : new LogicalClock(capacity, memory.clock(), memory::setClock);
  }

  /** Returns the memory of the ghost table, with its old content if the policy is the same. */
  ByteBuffer ghosts(int blocks) {
    ByteBuffer kept = memory == null ? null : memory.ghosts(blocks).orElse(null);
    if (kept == null) {
      return GhostMemory.allocate(blocks);
    }
    return isSamePolicy() ? kept : GhostMemory.cleared(kept);
  }

  private boolean isSamePolicy() {
    return memory != null && memory.isOfPolicy(policy.title());
  }

  /** Returns the file table, in which the recorded files are open under their old ids. */
  FileTable files(SlotTable slots) {
    if (memory == null) {
      return new FileTable(slots);
    }
    FileTable files = new FileTable(slots, new Journal(memory), memory.idCeiling());
    List<FileRecords.Entry> entries = new ArrayList<>(memory.records().entries());
    // Of two records with the same name, the older one's file was just being evicted.
    entries.sort(Comparator.comparingLong(FileRecords.Entry::id).reversed());
    for (FileRecords.Entry each : entries) {
      FileBlocks file = files.restore(each.id(), each.name(), each.record(), each.note());
      if (file == null) {
        memory.records().remove(each.record());
      } else {
        restored.add(file);
      }
    }
    return files;
  }

  /** Reserves ids in batches, so that no id is given twice, however the process ends. */
  private record Journal(KeptMemory memory) implements FileJournal {
    private static final long ID_BATCH = 1 << 12;

    @Override
    public int opened(long id, String name) {
      long number = FileTable.number(id);
      synchronized (this) {
        if (number > memory.idCeiling()) {
          memory.setIdCeiling(number + ID_BATCH);
        }
      }
      int record = memory.records().add(id, name);
      return record == FileRecords.NONE ? NOWHERE : record;
    }

    @Override
    public void noted(int record, long id, String note) {
      if (record != NOWHERE) {
        memory.records().note(record, id, note);
      }
    }

    @Override
    public void closed(int record) {
      if (record != NOWHERE) {
        memory.records().remove(record);
      }
    }
  }

  // ---- attachment

  /** Starts the attachment of the kept blocks; called once, when the store is created. */
  void begin(
      StoreCore core,
      CapacityPlan capacity,
      Compressors compressors,
      WritePath<?> writePath,
      Compactor compactor,
      MaintenanceExecutor maintenance,
      Consumer<Throwable> onError) {
    if (memory == null) {
      return;
    }
    boolean policyBitsKept = isSamePolicy() && !policy.countsBlocks();
    memory.setPolicy(policy.title());
    Attachment.Rules rules =
        new Attachment.Rules(
            kept(),
            capacity.buckets(),
            policyBitsKept,
            compressors,
            writePath::isInFlight,
            tombstones);
    attachment =
        new Attachment(core, rules, restored, maintenance, compactor::removeBuckets, onError);
    attachment.start();
  }

  /**
   * Records an eviction by request beforehand, so that the attachment does not restore the block.
   */
  void note(FileBlocks file, long offset) {
    if (memory != null) {
      tombstones.add(file.id(), offset);
    }
  }

  /** As {@link #note(FileBlocks, long)}, for the blocks that begin in a range. */
  void note(FileBlocks file, long from, long to) {
    if (memory != null) {
      tombstones.add(file.id(), from, to);
    }
  }

  /** Clears the recorded policy, before policy bits are written that it does not understand. */
  void clearPolicy() {
    if (memory != null) {
      memory.setPolicy("");
    }
  }

  /** Records the policy, once all policy bits are its own, or unset. */
  void setPolicy(Policies next) {
    if (memory != null) {
      memory.setPolicy(next.title());
    }
  }

  /** Returns the restored files that are still open and have no new blocks. */
  List<String> restoredFiles() {
    if (isAttached()) {
      // Only then: a running attachment has to release each of them.
      restored.removeIf(file -> file.isRetired() || file.wasEntered());
    }
    return restored.stream()
        .filter(file -> !file.isRetired() && !file.wasEntered())
        .map(FileBlocks::name)
        .toList();
  }

  /** Returns whether all kept blocks are attached. */
  boolean isAttached() {
    return attachment == null || attachment.hasEnded();
  }

  /** Waits until all kept blocks are attached. */
  void awaitAttached() {
    if (attachment != null) {
      attachment.await();
    }
  }

  /** As {@link #awaitAttached()}, with a time limit. */
  boolean awaitAttached(long millis) throws InterruptedException {
    return attachment == null || attachment.await(millis);
  }

  /** Returns the number of blocks attached. */
  long attachedBlocks() {
    return attachment == null ? 0 : attachment.taken();
  }

  /** Returns the progress of the attachment; empty if the memory does not outlive the process. */
  Optional<AttachStatistics> statistics() {
    Attachment now = attachment;
    if (now == null) {
      return Optional.empty();
    }
    boolean ended = now.hasEnded();
    return Optional.of(
        new AttachStatistics(
            now.buckets(), now.begunBuckets(), now.taken(), now.takenBytes(), now.nanos(), ended));
  }

  /** Returns the number of kept blocks that could not be attached. */
  long droppedBlocks() {
    return attachment == null ? 0 : attachment.dropped();
  }

  // ---- shutdown

  /** Stops the attachment; what is not attached stays for the next process. */
  void stop() {
    if (attachment != null) {
      attachment.stop();
    }
  }

  /**
   * Unlocks the files once no block is pinned and no task is left. Waits for that up to a second;
   * after that, a daemon thread does it.
   *
   * @param maintenance closed
   */
  void end(MaintenanceExecutor maintenance, Inspection inspection, Consumer<Throwable> onError) {
    KeptMemory kept = memory;
    if (kept == null || !ended.compareAndSet(false, true)) {
      return;
    }
    Thread release =
        new Thread(() -> release(kept, maintenance, inspection, onError), "strata-l2-release");
    release.setDaemon(true);
    release.start();
    try {
      release.join(MAX_WAIT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void release(
      KeptMemory kept,
      MaintenanceExecutor maintenance,
      Inspection inspection,
      Consumer<Throwable> onError) {
    try {
      maintenance.awaitQuiet();
      kept.seal();
      while (inspection.lookForPins().pins() > 0) {
        LockSupport.parkNanos(NANOS_BETWEEN_LOOKS);
      }
      kept.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      onError.accept(e);
    }
  }
}
