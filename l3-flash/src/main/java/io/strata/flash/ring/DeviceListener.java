package io.strata.flash.ring;

import java.io.IOException;

/** Receives the events of a device, on the device's thread. Must neither throw nor block. */
public interface DeviceListener {
  /** A region was retired: its entries must be removed from the index. */
  void retired(int region);

  /** A region is the next to be retired: blocks to keep must be reinserted now. */
  void retiringNext(int region);

  /** A region is ready to be filled. */
  void ready(OpenRegion region);

  /** A region of this many bytes was written to the device. */
  void written(Device device, int bytes);

  /**
   * The device failed and all its regions are retired, or it works again and is empty.
   *
   * @param message which of the two, for an operator
   */
  void changed(IOException message);
}
