package io.strata.flash.ring;

import io.strata.flash.region.Region;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/** The regions of all devices, by number. Thread-safe. */
public final class Regions {
  /** Heap per region: the object, its pin count, its writer id, and its slot in the table. */
  private static final int HEAP_BYTES_PER_REGION = 128;

  private final AtomicReferenceArray<@Nullable Region> regions;

  /**
   * @param count the number of regions of all devices
   */
  public Regions(int count) {
    this.regions = new AtomicReferenceArray<>(count);
  }

  /** Returns the maximum heap of this many regions, in bytes. */
  public static long heapBytes(int count) {
    return (long) HEAP_BYTES_PER_REGION * count;
  }

  /** Returns a description of how {@link #heapBytes} is computed. */
  public static String heapRule() {
    return "%d bytes for each region".formatted(HEAP_BYTES_PER_REGION);
  }

  /** Returns the current region of a number, or null if none was ever written there. */
  public @Nullable Region get(int number) {
    return regions.get(number);
  }

  /** Sets the region of a number, where none was before or a retired one. */
  void set(int number, Region region) {
    regions.set(number, region);
  }

  /** Pins and returns the current region of a number; null if it cannot be pinned. */
  public @Nullable Region pin(int number) {
    Region region = regions.get(number);
    return region != null && region.pin() ? region : null;
  }

  /** Returns the number of regions opened or found so far, including retired ones. */
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
