package io.strata.l2;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Victim;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * A read-only view of a store for monitoring: how its buckets are formatted, which blocks they
 * hold, which are pinned, and in which order they would be evicted. Each figure is read while the
 * store is in use, so it is correct only for the moment of reading. Thread-safe.
 */
public final class Inspection {
  private final SlotTable slots;
  private final FileTable files;
  private final BucketPool pool;
  private final Compressors compressors;
  private final PinWatch pins;

  Inspection(SlotTable slots, FileTable files, BucketPool pool, Compressors compressors) {
    this.slots = slots;
    this.files = files;
    this.pool = pool;
    this.compressors = compressors;
    this.pins = new PinWatch(slots, pool);
  }

  // ---- buckets

  /**
   * Returns the number of bucket numbers ever assigned. The numbers of removed buckets are reused;
   * until then, such a number has no slots.
   */
  public int buckets() {
    return pool.buckets();
  }

  /**
   * Returns the format and usage of a bucket.
   *
   * @param number 0 to {@link #buckets} - 1
   */
  public BucketStatistics bucket(int number) {
    FormattedBucket formatted = pool.bucket(number);
    return formatted == null
        ? new BucketStatistics(number, 0, 0, 0, false)
        : new BucketStatistics(
            number,
            formatted.sizeClass().slotBytes(),
            formatted.slotCount(),
            formatted.freeSlots(),
            formatted.isDraining());
  }

  /** Returns the size classes that have buckets, smallest slots first. */
  public List<SizeClassStatistics> sizeClasses() {
    return pool.knownClasses().stream()
        .filter(SizeClass::hasBuckets)
        .map(Inspection::statistics)
        .sorted(Comparator.comparingInt(SizeClassStatistics::slotBytes))
        .toList();
  }

  private static SizeClassStatistics statistics(SizeClass sizeClass) {
    List<FormattedBucket> buckets = sizeClass.buckets();
    long slots = 0;
    long free = 0;
    for (FormattedBucket each : buckets) {
      slots += each.slotCount();
      free += each.freeSlots();
    }
    return new SizeClassStatistics(sizeClass.slotBytes(), buckets.size(), slots, free);
  }

  // ---- blocks

  /** Returns the names of the files that have blocks. */
  public Collection<String> files() {
    return files.files().stream().map(FileBlocks::name).toList();
  }

  /** Returns the number of blocks that a file has in slots. */
  public int blocksOf(String file) {
    FileBlocks blocks = files.find(file);
    return blocks == null ? 0 : blocks.blocks();
  }

  /** Returns the bytes of the blocks that a file has in slots. */
  public long bytesOf(String file) {
    FileBlocks blocks = files.find(file);
    return blocks == null ? 0 : blocks.bytes();
  }

  /** A visitor of blocks. */
  @FunctionalInterface
  public interface BlockVisitor {
    /** Visits a block that has {@code pins} readers at the moment. */
    void visit(
        String file,
        long offset,
        int length,
        long attributes,
        long stamp,
        boolean inMemory,
        int pins);
  }

  /**
   * Visits the blocks in the slots of one bucket, each pinned for the duration of its visit.
   *
   * @param bucket 0 to {@link #buckets} - 1
   */
  public void forEachIn(int bucket, BlockVisitor visitor) {
    forEachPinned(bucket, handle -> visitPinned(handle, visitor));
  }

  /** Visits the blocks that a file has in slots, each pinned for the duration of its visit. */
  public void forEachOf(String name, BlockVisitor visitor) {
    FileBlocks file = files.find(name);
    if (file == null) {
      return;
    }
    try (FileBlocks.Walk walk = file.walk(slots, any -> true)) {
      for (int[] some = walk.next(); some.length > 0; some = walk.next()) {
        for (int handle : some) {
          // The slot may hold another block by now.
          visitIfPinned(
              handle,
              pinned -> {
                if (slots.fileId(pinned) == file.id()) {
                  visitPinned(pinned, visitor);
                }
              });
        }
      }
    }
  }

  private void forEachPinned(int bucket, IntConsumer visitor) {
    FormattedBucket formatted = pool.bucket(bucket);
    int count = formatted == null ? 0 : formatted.slotCount();
    for (int slot = 0; slot < count; slot++) {
      visitIfPinned(Handle.of(bucket, slot), visitor);
    }
  }

  private void visitIfPinned(int handle, IntConsumer visitor) {
    if (slots.pinQuietly(handle)) {
      try {
        visitor.accept(handle);
      } finally {
        if (slots.unpin(handle)) {
          pool.release(handle);
        }
      }
    }
  }

  private void visitPinned(int handle, BlockVisitor visitor) {
    FileBlocks file = files.find(slots.fileId(handle));
    if (file != null && !file.isRetired()) {
      visitor.visit(
          file.name(),
          slots.offset(handle),
          slots.length(handle),
          slots.attributes(handle),
          slots.stamp(handle),
          Meta.isInMemory(slots.meta(handle)),
          Meta.pins(slots.meta(handle)) - 1);
    }
  }

  // ---- pins

  /**
   * Scans every slot for pins. Pin ages need periodic calls: the age of a pin counts from the first
   * of the consecutive scans that found its block pinned.
   */
  public PinStatistics lookForPins() {
    return pins.look(System.nanoTime());
  }

  // ---- order of eviction

  /**
   * Visits the blocks in slots in the order of the policy, the block expected to be read soonest
   * first, each pinned for the duration of its visit. The order is exact to about a thirtieth of
   * the blocks. A block that is read or moved meanwhile may be visited twice or not at all. Scans
   * all slots some dozens of times.
   *
   * @param goOn returns whether to visit more; must not use the block afterwards
   */
  public void visitHottestFirst(Predicate<Victim> goOn) {
    new HottestFirst(slots, files, pool, compressors).visit(goOn);
  }

  /** Returns the current parameters of the policy, by name. */
  public Map<String, Double> policyState() {
    return slots.policy().state();
  }
}
