package io.strata.flash.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class PlaceTest {
  @Test
  void aWordKeepsItsFieldsApart() {
    Random random = new Random(1);
    int units = Place.MAX_REGION_BYTES / Place.UNIT;
    for (int i = 0; i < 100_000; i++) {
      int region = random.nextInt(Place.MAX_REGIONS);
      int position = random.nextInt(units) * Place.UNIT;
      int bytes = (1 + random.nextInt(units - 1)) * Place.UNIT;
      long place = Place.of(region, position, bytes);
      assertThat(place).isNotEqualTo(Place.NONE);
      assertThat(Place.region(place)).isEqualTo(region);
      assertThat(Place.position(place)).isEqualTo(position);
      assertThat(Place.bytes(place)).isEqualTo(bytes);
    }
  }

  @Test
  void theEndsOfTheRangesHaveRoom() {
    int last = Place.MAX_REGION_BYTES - Place.UNIT;
    long place = Place.of(Place.MAX_REGIONS - 1, last, last);
    assertThat(Place.region(place)).isEqualTo(Place.MAX_REGIONS - 1);
    assertThat(Place.position(place)).isEqualTo(last);
    assertThat(Place.bytes(place)).isEqualTo(last);
  }

  @Test
  void bytesAreRoundedUpToUnits() {
    assertThat(Place.roundUp(1)).isEqualTo(Place.UNIT);
    assertThat(Place.roundUp(Place.UNIT)).isEqualTo(Place.UNIT);
    assertThat(Place.roundUp(Place.UNIT + 1)).isEqualTo(2 * Place.UNIT);
  }
}
