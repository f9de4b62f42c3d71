package io.strata.flash.ring;

import io.strata.flash.region.Region;
import io.strata.flash.region.RegionBuffer;

/** A region that is ready to be filled, being filled, or waiting to be written. Thread-safe. */
public final class OpenRegion {
  private final Device device;
  private final int number;
  private final Region region;
  private final RegionBuffer buffer;

  /**
   * Created by the device's thread.
   *
   * @param number of the region in the index
   */
  OpenRegion(Device device, int number, Region region, RegionBuffer buffer) {
    this.device = device;
    this.number = number;
    this.region = region;
    this.buffer = buffer;
  }

  /** Returns the number of the region in the index. */
  public int number() {
    return number;
  }

  public Region region() {
    return region;
  }

  public RegionBuffer buffer() {
    return buffer;
  }

  /** Writes the region, after all reserved bytes are committed. */
  void completed() {
    device.write(this);
  }

  /** Releases a region that received no block; it is never written. */
  void unused() {
    region.abandoned();
    release();
  }

  /** Ends a use of the buffer. The last one returns its memory to the device. */
  void release() {
    device.release(buffer);
  }
}
