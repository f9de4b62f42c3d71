package io.strata.flash.ring;

import io.strata.flash.region.Region;
import io.strata.flash.region.RegionBuffer;

/** A region from when it is ready to be filled until it is on its device. Thread-safe. */
public final class OpenRegion {
  private final Device device;
  private final int number;
  private final Region region;
  private final RegionBuffer buffer;

  /**
   * Of a device whose thread has opened the buffer.
   *
   * @param number by which the index knows the region
   */
  OpenRegion(Device device, int number, Region region, RegionBuffer buffer) {
    this.device = device;
    this.number = number;
    this.region = region;
    this.buffer = buffer;
  }

  /** The number by which the index knows the region. */
  public int number() {
    return number;
  }

  public Region region() {
    return region;
  }

  public RegionBuffer buffer() {
    return buffer;
  }

  /** All that was reserved is committed: the region goes to its device. */
  void completed() {
    device.write(this);
  }

  /** No block comes any more, and none has: the region is never written. */
  void unused() {
    region.abandoned();
    release();
  }

  /** Ends a use of the buffer, whose memory goes back to its device when it was the last. */
  void release() {
    device.release(buffer);
  }
}
