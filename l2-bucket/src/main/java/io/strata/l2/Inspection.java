package io.strata.l2;

import io.strata.l2.compress.Compressors;
import io.strata.l2.evict.Victim;
import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.slot.SlotTable;
import io.strata.l2.pool.FormattedBucket;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.pool.BucketPool;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * A store's inside, for those who look on: how its buckets are formatted, what is in them, who holds it,
 * and what goes first. What is seen is right at the moment at which it is seen, while others go on.
 * Thread-safe.
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

  // ---- how the memory is formatted

  /**
   * How many numbers buckets ever had; removed ones' are used again, and are of no slots until
   * then.
   */
  public int buckets() {
    return pool.buckets();
  }

  /**
   * A bucket, as it is formatted.
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

  /** The size classes that have buckets, the smallest slots first. */
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

  // ---- what is there

  /** The names of the files that have blocks. */
  public Collection<String> files() {
    return files.files().stream().map(FileBlocks::name).toList();
  }

  /** How many blocks a file has in slots. */
  public int blocksOf(String file) {
    FileBlocks blocks = files.find(file);
    return blocks == null ? 0 : blocks.blocks();
  }

  /** Bytes of the blocks that a file has in slots. */
  public long bytesOf(String file) {
    FileBlocks blocks = files.find(file);
    return blocks == null ? 0 : blocks.bytes();
  }

  /** Is told of a block. */
  @FunctionalInterface
  public interface BlockVisitor {
    /** Is told of a block that {@code pins} readers have at the moment. */
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
   * Visits the blocks in the slots of one bucket, each pinned meanwhile.
   *
   * @param bucket 0 to {@link #buckets} - 1
   */
  public void forEachIn(int bucket, BlockVisitor visitor) {
    forEachPinned(bucket, handle -> visitPinned(handle, visitor));
  }

  /** Visits the blocks that a file has in slots, each pinned meanwhile. */
  public void forEachOf(String name, BlockVisitor visitor) {
    FileBlocks file = files.find(name);
    if (file == null) {
      return;
    }
    try (FileBlocks.Walk walk = file.walk(slots, any -> true)) {
      for (int[] some = walk.next(); some.length > 0; some = walk.next()) {
        for (int handle : some) {
          // Its slot may have another block by now.
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

  // ---- who holds it

  /**
   * Looks at every slot for pins. To know how old they are, call it now and then: a pin is as old
   * as the first look since when its block was pinned at every one.
   */
  public PinStatistics lookForPins() {
    return pins.look(System.nanoTime());
  }

  // ---- what goes first

  /**
   * Visits the blocks in slots in the order of the policy, those first that are expected to be read
   * soonest, each pinned meanwhile. The order is exact to about a thirtieth of the blocks. A block
   * that is read or moved meanwhile may be visited twice, or not at all. Looks at each slot some
   * dozens of times.
   *
   * @param goOn answers whether to visit more; must not use the block afterwards
   */
  public void visitHottestFirst(Predicate<Victim> goOn) {
    new HottestFirst(slots, files, pool, compressors).visit(goOn);
  }

  /** What the policy goes by at the moment, by name. */
  public Map<String, Double> policyState() {
    return slots.policy().state();
  }
}
