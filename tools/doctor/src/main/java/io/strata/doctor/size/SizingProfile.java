package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import java.util.OptionalLong;

/**
 * All of a configuration that follows from the wish alone: the heap, how it is divided, threads.
 */
final class SizingProfile {
  /** Below this a RegionServer has no room to work. */
  private static final long MIN_HEAP = 512 * Bytes.MB;

  /** The largest heap whose references take four bytes. */
  private static final long LARGEST_HEAP = 31 * Bytes.GB;

  private static final long HEAP_UNIT = 64 * Bytes.MB;

  /** About what a small process takes beside heap and tiers, so that it is not divided. */
  private static final long BESIDE = 768 * Bytes.MB;

  /** For index and bloom blocks the heap may grow to a half of the rest, but no further. */
  private static final int LARGEST_SHARE = 2;

  /** HBase wants a fifth of the heap left beside memstores and on-heap tier. */
  private static final int BOUND_PERCENT = 80;

  private static final int MIN_ON_HEAP_PERCENT = 10;
  private static final int USUAL_ON_HEAP_PERCENT = 20;
  private static final int HUNDRED = 100;

  private static final long SMALL = 4 * Bytes.GB;
  private static final int FEW_HANDLERS = 10;
  private static final int USUAL_HANDLERS = 30;
  private static final int MANY_HANDLERS = 200;
  private static final int HANDLERS_FOR_A_CORE = 2;

  private static final int FEW_CORES = 2;
  private static final int MANY_CORES = 16;
  private static final int USUAL_WRITERS = 3;
  private static final int MANY_WRITERS = 6;

  private static final long SMALL_FOR_FLASH = 8 * Bytes.GB;

  private final SizingRequest wish;
  private final OptionalLong metaBytes;
  private final long heap;
  private final int onHeapPercent;

  SizingProfile(SizingRequest wish) {
    this.wish = wish;
    metaBytes =
        wish.data().isPresent()
            ? OptionalLong.of(MetaBlocks.bytes(wish.data().getAsLong()))
            : OptionalLong.empty();
    heap = chooseHeap();
    onHeapPercent = chooseOnHeapPercent();
  }

  private long chooseHeap() {
    long divided = budget() - BESIDE;
    long usual = divided / wish.load().heapShare();
    long forMeta = metaBytes.orElse(0) / mostOnHeapPercent() * HUNDRED;
    long wanted = Math.max(usual, Math.min(forMeta, divided / LARGEST_SHARE));
    return Math.max(MIN_HEAP, Math.min(wanted, LARGEST_HEAP)) / HEAP_UNIT * HEAP_UNIT;
  }

  private int chooseOnHeapPercent() {
    if (metaBytes.isEmpty()) {
      return USUAL_ON_HEAP_PERCENT;
    }
    double percent = Math.ceil((double) HUNDRED * metaBytes.getAsLong() / heap);
    return (int) Math.max(MIN_ON_HEAP_PERCENT, Math.min(percent, mostOnHeapPercent()));
  }

  SizingRequest wish() {
    return wish;
  }

  /** Bytes that the RegionServer may take, all told. */
  long budget() {
    return wish.memory() - wish.forOthers();
  }

  long heap() {
    return heap;
  }

  int memstorePercent() {
    return wish.load().memstorePercent();
  }

  int onHeapPercent() {
    return onHeapPercent;
  }

  /** The most that HBase lets the on-heap tier have beside such memstores. */
  int mostOnHeapPercent() {
    return BOUND_PERCENT - memstorePercent();
  }

  long onHeapBytes() {
    return heap / HUNDRED * onHeapPercent;
  }

  /** What index and bloom blocks are reckoned to take; empty where the data is not known. */
  OptionalLong metaBytes() {
    return metaBytes;
  }

  int handlers() {
    if (wish.memory() < SMALL) {
      return FEW_HANDLERS;
    }
    int forCores = Math.min(wish.cores().orElse(0) * HANDLERS_FOR_A_CORE, MANY_HANDLERS);
    return Math.max(USUAL_HANDLERS, forCores);
  }

  boolean hasUsualHandlers() {
    return handlers() == USUAL_HANDLERS;
  }

  int writers() {
    int cores = wish.cores().orElse(FEW_CORES + 1);
    if (cores <= FEW_CORES) {
      return 1;
    }
    return cores < MANY_CORES ? USUAL_WRITERS : MANY_WRITERS;
  }

  boolean hasUsualWriters() {
    return writers() == USUAL_WRITERS;
  }

  /** Whether regions of the usual size would take too much of the memory. */
  boolean hasSmallRegions() {
    return wish.hasFlash() && budget() < SMALL_FOR_FLASH;
  }
}
