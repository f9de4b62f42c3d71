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
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.GhostMemory;
import io.strata.l2.policy.LogicalClock;
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
 * What a store takes over from {@link KeptMemory}, and writes down there for the next one. Of other
 * memory there is nothing to take over, and nothing is written. Thread-safe.
 */
final class Restart {
  private static final long NANOS_BETWEEN_LOOKS = TimeUnit.MILLISECONDS.toNanos(2);

  /** A store that is closed waits so long for its readers before others do it for it. */
  private static final long MAX_WAIT_MILLIS = 1_000;

  private final @Nullable KeptMemory memory;
  private final Policies policy;
  private final Tombstones tombstones = new Tombstones();
  private final Queue<FileBlocks> restored = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean ended = new AtomicBoolean();
  private @Nullable Attachment attachment;

  /**
   * @param policy that the store begins with
   */
  Restart(BucketMemory memory, Policies policy) {
    this.memory = memory instanceof KeptMemory kept ? kept : null;
    this.policy = policy;
  }

  // ---- what a store is made of

  /** How many of the first buckets may hold blocks. */
  int kept() {
    return memory == null ? 0 : memory.kept();
  }

  /** The policy's time, which goes on. */
  LogicalClock logicalClock(long capacity) {
    return memory == null
        ? new LogicalClock(capacity)
        : new LogicalClock(capacity, memory.clock(), memory::setClock);
  }

  /** What the policy remembers: what it remembered, if it was the same. */
  ByteBuffer remembered(int blocks) {
    ByteBuffer there = memory == null ? null : memory.remembered(blocks).orElse(null);
    if (there == null) {
      return GhostMemory.allocate(blocks);
    }
    return isSamePolicy() ? there : GhostMemory.cleared(there);
  }

  private boolean isSamePolicy() {
    return memory != null && memory.isOfPolicy(policy.title());
  }

  /** The files of blocks: those that are written down are open under their old ids. */
  FileTable files(SlotTable slots) {
    if (memory == null) {
      return new FileTable(slots);
    }
    FileTable files = new FileTable(slots, new Journal(memory), memory.idCeiling());
    List<FileRecords.Entry> entries = new ArrayList<>(memory.records().entries());
    // Of two of the same name, the older one was just being evicted.
    entries.sort(Comparator.comparingLong(FileRecords.Entry::id).reversed());
    for (FileRecords.Entry each : entries) {
      FileBlocks file = files.restore(each.id(), each.name(), each.place(), each.note());
      if (file == null) {
        memory.records().remove(each.place());
      } else {
        restored.add(file);
      }
    }
    return files;
  }

  /** Ids are reserved some at a time: none that was given comes again, however the process ends. */
  private record Journal(KeptMemory memory) implements FileJournal {
    private static final long NUMBERS_AT_A_TIME = 1 << 12;

    @Override
    public int opened(long id, String name) {
      long number = FileTable.number(id);
      synchronized (this) {
        if (number > memory.idCeiling()) {
          memory.setIdCeiling(number + NUMBERS_AT_A_TIME);
        }
      }
      int place = memory.records().add(id, name);
      return place == FileRecords.NONE ? NOWHERE : place;
    }

    @Override
    public void noted(int place, long id, String note) {
      if (place != NOWHERE) {
        memory.records().note(place, id, note);
      }
    }

    @Override
    public void closed(int place) {
      if (place != NOWHERE) {
        memory.records().remove(place);
      }
    }
  }

  // ---- while the store is used

  /** Begins to take blocks over; once, when the store is made. */
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
            kept(), capacity.buckets(), policyBitsKept, compressors, writePath::isInFlight, tombstones);
    attachment =
        new Attachment(core, rules, restored, maintenance, compactor::removeBuckets, onError);
    attachment.start();
  }

  /** Before a block is evicted by request: one that is not taken over yet must not come back. */
  void note(FileBlocks file, long offset) {
    if (memory != null) {
      tombstones.add(file.id(), offset);
    }
  }

  /** As {@link #note(FileBlocks, long)}, of the blocks that begin in a range. */
  void note(FileBlocks file, long from, long to) {
    if (memory != null) {
      tombstones.add(file.id(), from, to);
    }
  }

  /** Before marks are written that another policy does not understand. */
  void leavePolicy() {
    if (memory != null) {
      memory.setPolicy("");
    }
  }

  /** When all marks are of this policy, or bare. */
  void setPolicy(Policies next) {
    if (memory != null) {
      memory.setPolicy(next.title());
    }
  }

  /** Files that were taken over and are as they were: open, and without new blocks. */
  List<String> restoredFiles() {
    if (isAttached()) {
      // Before that, the attachment has to release each of them.
      restored.removeIf(file -> file.isRetired() || file.wasEntered());
    }
    return restored.stream()
        .filter(file -> !file.isRetired() && !file.wasEntered())
        .map(FileBlocks::name)
        .toList();
  }

  /** Whether all that was kept is taken over. */
  boolean isAttached() {
    return attachment == null || attachment.hasEnded();
  }

  /** Waits until all that was kept is taken over. */
  void awaitAttached() {
    if (attachment != null) {
      attachment.await();
    }
  }

  /** As {@link #awaitAttached()}, for so long at most. */
  boolean awaitAttached(long millis) throws InterruptedException {
    return attachment == null || attachment.await(millis);
  }

  /** Blocks that were taken over. */
  long attachedBlocks() {
    return attachment == null ? 0 : attachment.taken();
  }

  /** How far that is; empty where no memory outlives a process. */
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

  /** Blocks that were there and could not be. */
  long droppedBlocks() {
    return attachment == null ? 0 : attachment.dropped();
  }

  // ---- the end

  /** Leaves what is not taken over for the next process. */
  void stop() {
    if (attachment != null) {
      attachment.stop();
    }
  }

  /**
   * Unlocks the files once no reader pins a block and no task is left; waits up to a second for
   * that.
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
