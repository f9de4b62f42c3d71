package io.strata.flash.testing;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.ring.RingOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Options of small stores. */
public final class TestOptions {
  public static final int BUFFERS = 3;
  public static final int MARGIN = 2;
  public static final int READ_FAILURES = 4;
  private static final long PROBE_MILLIS = 20;

  private TestOptions() {}

  /**
   * Returns options without reinsertion, with files in a folder whose names end in their numbers,
   * from 0.
   */
  public static FlashOptions of(
      Path folder, int devices, int regionBytes, int regions, int blockBytes) {
    List<DeviceSize> files = new ArrayList<>();
    for (int i = 0; i < devices; i++) {
      files.add(new DeviceSize(folder.resolve("device" + i), (long) regions * regionBytes));
    }
    RingOptions ring = new RingOptions(regionBytes, BUFFERS, MARGIN, READ_FAILURES, PROBE_MILLIS);
    return new FlashOptions(
        files,
        blockBytes,
        4 << 20,
        ring,
        RecoveryOptions.cold(),
        Encryption.none(),
        WriteRateOptions.defaults().withReinsertedShare(0),
        error -> {});
  }
}
