package io.strata.l2.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import org.junit.jupiter.api.Test;

class BalanceTest {
  private static final long BUCKET = BucketLayout.BUCKET_BYTES;

  private final Balance.Total total = new Balance.Total();
  private final Balance one = new Balance(total);
  private final Balance other = new Balance(total);

  @Test
  void surplusIsWhatIsFreeOrChosenLessWhatIsOwed() {
    one.addFree(100);
    one.addVictim(30);
    one.owe(50, BUCKET);
    other.addFree(7);

    assertThat(one.surplus()).isEqualTo(80);
    assertThat(total.surplus()).isEqualTo(87);
  }

  @Test
  void classIsShortByABucketPlusWhatMustBeCopied() {
    other.addVictim(BUCKET);
    one.owe(BUCKET, 9 * BUCKET);
    assertThat(one.isShort()).isFalse();
    one.owe(1, 9 * BUCKET);
    assertThat(one.isShort()).isTrue();
    assertThat(other.isShort()).isFalse();
  }

  @Test
  void bucketWithoutAnythingToCopyMovesSooner() {
    other.addFree(BUCKET);
    one.owe(1, BUCKET);

    assertThat(one.isShort()).isTrue();
  }

  @Test
  void classIsOwedNoMoreThanTheMaximum() {
    for (int i = 0; i < 10; i++) {
      one.owe(BUCKET / 4, BUCKET);
    }

    assertThat(one.surplus()).isEqualTo(-BUCKET);
    assertThat(total.surplus()).isEqualTo(-BUCKET);
  }

  @Test
  void movedBucketDoesNotMoveBack() {
    other.addVictim(BUCKET);
    one.owe(BUCKET + 1, 2 * BUCKET);
    assertThat(one.shouldGetFrom(other.readiness())).isTrue();

    other.removeVictim(BUCKET);
    one.addFree(BUCKET);

    assertThat(one.shouldGetFrom(other.readiness())).isFalse();
    assertThat(other.shouldGetFrom(one.readiness())).isFalse();
  }

  @Test
  void fadingHalvesDebtAndGuests() {
    one.owe(BUCKET, BUCKET);
    one.countGuest(BUCKET);
    assertThat(one.surplus()).isEqualTo(-2 * BUCKET);
    assertThat(total.surplus()).as("guests are in another class's slots").isEqualTo(-BUCKET);

    one.fade();

    assertThat(one.surplus()).isEqualTo(-BUCKET);
    assertThat(total.surplus()).isEqualTo(-BUCKET / 2);
  }
}
