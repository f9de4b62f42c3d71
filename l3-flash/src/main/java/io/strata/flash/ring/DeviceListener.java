package io.strata.flash.ring;

import java.io.IOException;

/** Told what a device does, by the device's thread. Must neither throw nor wait. */
public interface DeviceListener {
  /** Nobody can pin this region any more: what the index has of it must go. */
  void retired(int region);

  /** This region is the next that is retired: what is to be kept of it must be saved now. */
  void nearing(int region);

  /** There is a region to be filled. */
  void ready(OpenRegion region);

  /** A region was written to the device, with so many bytes. */
  void written(Device device, int bytes);

  /**
   * The device failed, and all its regions are retired; or it works again, and is empty.
   *
   * @param said which of the two, for people
   */
  void changed(IOException said);
}
