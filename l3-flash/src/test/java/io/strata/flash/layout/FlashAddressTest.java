package io.strata.flash.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class FlashAddressTest {
  @Test
  void aWordKeepsItsFieldsApart() {
    Random random = new Random(1);
    int units = FlashAddress.MAX_REGION_BYTES / FlashAddress.UNIT;
    for (int i = 0; i < 100_000; i++) {
      int region = random.nextInt(FlashAddress.MAX_REGIONS);
      int position = random.nextInt(units) * FlashAddress.UNIT;
      int bytes = (1 + random.nextInt(units - 1)) * FlashAddress.UNIT;
      long place = FlashAddress.of(region, position, bytes);
      assertThat(place).isNotEqualTo(FlashAddress.NONE);
      assertThat(FlashAddress.region(place)).isEqualTo(region);
      assertThat(FlashAddress.position(place)).isEqualTo(position);
      assertThat(FlashAddress.bytes(place)).isEqualTo(bytes);
    }
  }

  @Test
  void theEndsOfTheRangesHaveRoom() {
    int last = FlashAddress.MAX_REGION_BYTES - FlashAddress.UNIT;
    long place = FlashAddress.of(FlashAddress.MAX_REGIONS - 1, last, last);
    assertThat(FlashAddress.region(place)).isEqualTo(FlashAddress.MAX_REGIONS - 1);
    assertThat(FlashAddress.position(place)).isEqualTo(last);
    assertThat(FlashAddress.bytes(place)).isEqualTo(last);
  }

  @Test
  void bytesAreRoundedUpToUnits() {
    assertThat(FlashAddress.roundUp(1)).isEqualTo(FlashAddress.UNIT);
    assertThat(FlashAddress.roundUp(FlashAddress.UNIT)).isEqualTo(FlashAddress.UNIT);
    assertThat(FlashAddress.roundUp(FlashAddress.UNIT + 1)).isEqualTo(2 * FlashAddress.UNIT);
  }
}
