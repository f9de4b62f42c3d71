package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.device.DeviceFile;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The sequences of regions follow the order of filling, even if the clock was set back. */
class SequencesTest {
  private static final UUID STORE = new UUID(1, 2);
  private static final int REGION = 8 << 10;

  /** Enough that reading their headers takes a while. */
  private static final int REGIONS = 4_000;

  private static final int BLOCK = 3_000;

  /** Two centuries ahead, in microseconds. */
  private static final long AHEAD = 8_000_000_000_000_000L;

  @TempDir private Path folder = Path.of("");

  private FlashOptions options() {
    return TestOptions.of(folder, 1, REGION, REGIONS, BLOCK)
        .withRestart(new RecoveryOptions(true, STORE, 4));
  }

  /** Leaves regions of an earlier start whose clock was ahead. */
  private void writeRegionsAhead() throws IOException {
    try (DeviceFile device = DeviceFile.open(folder.resolve("device0"), (long) REGIONS * REGION)) {
      ByteBuffer memory = DeviceFile.allocate(REGION).bytes();
      for (int address = 0; address < REGIONS; address++) {
        RegionHeader.write(
            memory,
            new RegionHeader.Fields(
                STORE, new UUID(3, 4), AHEAD + address, address, REGION, RegionHeader.BYTES, 0));
        device.write(memory.duplicate(), (long) address * REGION);
      }
    }
  }

  private long sequenceOf(int address) throws IOException {
    try (DeviceFile device = DeviceFile.open(folder.resolve("device0"), (long) REGIONS * REGION)) {
      ByteBuffer memory = DeviceFile.allocate(DeviceFile.ALIGNMENT).bytes();
      device.read(memory, (long) address * REGION);
      RegionHeader.Fields fields = RegionHeader.read(memory.flip());
      assertThat(fields).isNotNull();
      return fields.sequence();
    }
  }

  @Test
  void firstRegionFollowsAllOthersAfterClockWasSetBack() throws Exception {
    writeRegionsAhead();
    long newest = AHEAD + REGIONS - 1;
    int address = 0;
    for (int start = 0; start < 10; start++) {
      try (TestStore store = new TestStore(options())) {
        assertThat(store.put("file", start, BLOCK)).isNull();
        store.awaitRestored();
      }
      long first = sequenceOf(address++);
      assertThat(first).as("sequence of the first region of start %d", start).isGreaterThan(newest);
      newest = first;
    }
  }
}
