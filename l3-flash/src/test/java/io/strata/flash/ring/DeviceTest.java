package io.strata.flash.ring;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.admit.WriteRateLimiter;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.region.Region;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DeviceTest {
  private static final int REGION_BYTES = 64 << 10;
  private static final int FIRST = 3;
  private static final int COUNT = 4;

  @TempDir private Path folder = Path.of("");

  /** The device's thread may run the task at any time; here it never does. */
  @Test
  void foundRegionsCanBeReadAfterBegin() throws Exception {
    Regions regions = new Regions(FIRST + COUNT);
    Region found = new Region(2, UUID.randomUUID(), null, 1);
    try (DeviceFile file = DeviceFile.open(folder.resolve("device"), (long) COUNT * REGION_BYTES)) {
      Device device =
          new Device(
              file,
              new RingOptions(REGION_BYTES, 2, 1, 4, 20),
              FIRST,
              COUNT,
              UUID.randomUUID(),
              Encryption.none(),
              regions,
              new WriteRateLimiter(0, System::nanoTime),
              new NoListener());
      device.begin(List.of(found), 3);
      assertThat(regions.pin(FIRST + 2)).isSameAs(found);
      found.unpin();
    }
  }

  private static final class NoListener implements DeviceListener {
    @Override
    public void retired(int region) {}

    @Override
    public void retiringNext(int region) {}

    @Override
    public void ready(OpenRegion region) {}

    @Override
    public void written(Device device, int bytes) {}

    @Override
    public void changed(IOException message) {}
  }
}
