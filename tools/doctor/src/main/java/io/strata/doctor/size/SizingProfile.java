package io.strata.doctor.size;

import io.strata.doctor.text.Bytes;
import java.util.OptionalLong;

/**
 * The part of a configuration that depends on the request only: the heap, its division, threads.
 */
final class SizingProfile {
  /** The smallest heap with which a RegionServer works. */
  private static final long MIN_HEAP = 512 * Bytes.MB;

  /** The largest heap whose references take four bytes. */
  private static final long MAX_HEAP = 31 * Bytes.GB;

  private static final long HEAP_UNIT = 64 * Bytes.MB;

  /** Memory of a small process beside heap and tiers, which is not divided. */
  private static final long OTHER_MEMORY = 768 * Bytes.MB;

  /** Divisor for the heap's maximum share of the rest, if index and bloom blocks need it. */
  private static final int MAX_META_SHARE = 2;

  /** HBase's limit for memstores and on-heap tier together, in percent of the heap. */
  private static final int BOUND_PERCENT = 80;

  private static final int MIN_ON_HEAP_PERCENT = 10;
  private static final int DEFAULT_ON_HEAP_PERCENT = 20;
  private static final int HUNDRED = 100;

  private static final long SMALL = 4 * Bytes.GB;
  private static final int FEW_HANDLERS = 10;
  private static final int DEFAULT_HANDLERS = 30;
  private static final int MAX_HANDLERS = 200;
  private static final int HANDLERS_PER_CORE = 2;

  private static final int FEW_CORES = 2;
  private static final int MANY_CORES = 16;
  private static final int DEFAULT_WRITERS = 3;
  private static final int MANY_WRITERS = 6;

  private static final long SMALL_FOR_FLASH = 8 * Bytes.GB;

  private final SizingRequest request;
  private final OptionalLong metaBytes;
  private final long heap;
  private final int onHeapPercent;

  SizingProfile(SizingRequest request) {
    this.request = request;
    metaBytes =
        request.data().isPresent()
            ? OptionalLong.of(MetaBlocks.bytes(request.data().getAsLong()))
            : OptionalLong.empty();
    heap = chooseHeap();
    onHeapPercent = chooseOnHeapPercent();
  }

  private long chooseHeap() {
    long divided = budget() - OTHER_MEMORY;
    long usual = divided / request.load().heapShare();
    long forMeta = metaBytes.orElse(0) / maxOnHeapPercent() * HUNDRED;
    long wanted = Math.max(usual, Math.min(forMeta, divided / MAX_META_SHARE));
    return Math.max(MIN_HEAP, Math.min(wanted, MAX_HEAP)) / HEAP_UNIT * HEAP_UNIT;
  }

  private int chooseOnHeapPercent() {
    if (metaBytes.isEmpty()) {
      return DEFAULT_ON_HEAP_PERCENT;
    }
    double percent = Math.ceil((double) HUNDRED * metaBytes.getAsLong() / heap);
    return (int) Math.max(MIN_ON_HEAP_PERCENT, Math.min(percent, maxOnHeapPercent()));
  }

  SizingRequest request() {
    return request;
  }

  /** Returns the bytes that the whole RegionServer may use. */
  long budget() {
    return request.memory() - request.forOthers();
  }

  long heap() {
    return heap;
  }

  int memstorePercent() {
    return request.load().memstorePercent();
  }

  int onHeapPercent() {
    return onHeapPercent;
  }

  /** Returns HBase's maximum share of the on-heap tier beside such memstores, in percent. */
  int maxOnHeapPercent() {
    return BOUND_PERCENT - memstorePercent();
  }

  long onHeapBytes() {
    return heap / HUNDRED * onHeapPercent;
  }

  /** Returns the estimated bytes of index and bloom blocks; empty if the data is unknown. */
  OptionalLong metaBytes() {
    return metaBytes;
  }

  int handlers() {
    if (request.memory() < SMALL) {
      return FEW_HANDLERS;
    }
    int forCores = Math.min(request.cores().orElse(0) * HANDLERS_PER_CORE, MAX_HANDLERS);
    return Math.max(DEFAULT_HANDLERS, forCores);
  }

  boolean hasDefaultHandlers() {
    return handlers() == DEFAULT_HANDLERS;
  }

  int writers() {
    int cores = request.cores().orElse(FEW_CORES + 1);
    if (cores <= FEW_CORES) {
      return 1;
    }
    return cores < MANY_CORES ? DEFAULT_WRITERS : MANY_WRITERS;
  }

  boolean hasDefaultWriters() {
    return writers() == DEFAULT_WRITERS;
  }

  /** Returns whether flash regions of the default size would need too much memory. */
  boolean hasSmallRegions() {
    return request.hasFlash() && budget() < SMALL_FOR_FLASH;
  }
}
