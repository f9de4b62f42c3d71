package io.strata.flash.index;

import io.strata.flash.layout.FlashAddress;
import io.strata.flash.region.Region;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A block of this sample only, in an index that all samples share, since an index is large; and two
 * regions, in which other samples have a block only after more samples than jcstress runs at a
 * time.
 */
final class Sample {
  private static final int REGIONS = 1 << 14;
  private static final FlashIndex INDEX = new FlashIndex(1 << 16, REGIONS);
  private static final AtomicInteger LAST = new AtomicInteger();
  private static final UUID WRITER = new UUID(1, 2);

  final FlashIndex index = INDEX;
  private final int turn = LAST.incrementAndGet();
  final String file = "file" + turn;
  final Region region = new Region(0, WRITER, null, 1);
  private final int number = 2 * turn & REGIONS - 1;
  final long address = FlashAddress.of(number, 0, FlashAddress.UNIT);
  final long newer = FlashAddress.of(number + 1, FlashAddress.UNIT, FlashAddress.UNIT);
  final long moved = FlashAddress.of(number + 1, 0, FlashAddress.UNIT);

  FlashIndex.PutResult put(long at) {
    return put(0, at);
  }

  FlashIndex.PutResult put(long offset, long at) {
    FlashFile entered = Objects.requireNonNull(index.files().acquire(file));
    FlashIndex.PutResult added = index.put(entered, offset, at, 0, region::isRetired);
    entered.release();
    return added;
  }

  boolean move(long from, long to) {
    FlashFile known = index.files().find(file);
    return known != null && index.move(known, 0, from, to, region::isRetired);
  }

  boolean remove() {
    FlashFile known = index.files().find(file);
    return known != null && index.remove(known, 0);
  }

  private boolean remove(long at) {
    FlashFile known = index.files().find(file);
    return known != null && index.remove(known, 0, at);
  }

  /** Retires the region and removes its blocks. */
  void removeRegion() {
    region.retire();
    index.removeRegion(number);
  }

  /** Null if the region's blocks were removed. */
  FlashIndex.Found<Region> find() {
    FlashFile known = index.files().find(file);
    FlashIndex.Found<Region> found =
        known == null ? null : index.find(known, 0, true, any -> region.pin() ? region : null);
    if (found != null) {
      region.unpin();
    }
    return found;
  }

  /** Returns where the block is, and then removes it for good. */
  String end() {
    String where = "nowhere";
    if (remove(address)) {
      where = "old";
    } else if (remove(newer)) {
      where = "newer";
    } else if (remove(moved)) {
      where = "moved";
    }
    return where;
  }
}
