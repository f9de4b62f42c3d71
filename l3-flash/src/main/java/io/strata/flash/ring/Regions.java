package io.strata.flash.ring;

import io.strata.flash.region.Region;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The regions of all devices, by the numbers that the index knows them by. Thread-safe. */
public final class Regions {
  /** Heap for a region: the object, its counter of pins, its writer, and its place in the table. */
  private static final int HEAP_BYTES_OF_REGION = 128;

  private final AtomicReferenceArray<@Nullable Region> regions;

  /**
   * @param count how many there are on all devices together
   */
  public Regions(int count) {
    this.regions = new AtomicReferenceArray<>(count);
  }

  /** Heap that so many regions take at most. */
  public static long heapBytes(int count) {
    return (long) HEAP_BYTES_OF_REGION * count;
  }

  /** How {@link #heapBytes} is reckoned. */
  public static String heapRule() {
    return "%d bytes for each region".formatted(HEAP_BYTES_OF_REGION);
  }

  /** The region that has this number now, or null when none was ever written there. */
  public @Nullable Region get(int number) {
    return regions.get(number);
  }

  /** Puts a new region in the place of one that is retired, or of none. */
  void set(int number, Region region) {
    regions.set(number, region);
  }

  /** Pins the region that has this number now, and returns it; null when nobody may. */
  public @Nullable Region pin(int number) {
    Region region = regions.get(number);
    return region != null && region.pin() ? region : null;
  }

  /** How many have ever been opened or found, of which some may be retired. */
  public int countBegun() {
    int begun = 0;
    for (int i = 0; i < count(); i++) {
      begun += regions.get(i) == null ? 0 : 1;
    }
    return begun;
  }

  int count() {
    return regions.length();
  }
}
