package io.strata.flash.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FlashAddressTest {
  @Test
  void fieldsRoundTrip() {
    Random random = new Random(1);
    int units = FlashAddress.MAX_REGION_BYTES / FlashAddress.UNIT;
    for (int i = 0; i < 100_000; i++) {
      int region = random.nextInt(FlashAddress.MAX_REGIONS);
      int position = random.nextInt(units) * FlashAddress.UNIT;
      int bytes = (1 + random.nextInt(units - 1)) * FlashAddress.UNIT;
      long address = FlashAddress.of(region, position, bytes);
      assertThat(address).isNotEqualTo(FlashAddress.NONE);
      assertThat(FlashAddress.region(address)).isEqualTo(region);
      assertThat(FlashAddress.position(address)).isEqualTo(position);
      assertThat(FlashAddress.bytes(address)).isEqualTo(bytes);
    }
  }

  @Test
  void rangeBoundsRoundTrip() {
    int last = FlashAddress.MAX_REGION_BYTES - FlashAddress.UNIT;
    long address = FlashAddress.of(FlashAddress.MAX_REGIONS - 1, last, last);
    assertThat(FlashAddress.region(address)).isEqualTo(FlashAddress.MAX_REGIONS - 1);
    assertThat(FlashAddress.position(address)).isEqualTo(last);
    assertThat(FlashAddress.bytes(address)).isEqualTo(last);
  }

  @Test
  void bytesAreRoundedUpToUnits() {
    assertThat(FlashAddress.roundUp(1)).isEqualTo(FlashAddress.UNIT);
    assertThat(FlashAddress.roundUp(FlashAddress.UNIT)).isEqualTo(FlashAddress.UNIT);
    assertThat(FlashAddress.roundUp(FlashAddress.UNIT + 1)).isEqualTo(2 * FlashAddress.UNIT);
  }
}
