package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class HousekeeperTest {
  @Test
  void itIsQuietWhenWhatCameOfATaskIsDoneAsWell() throws Exception {
    List<Integer> ran = new CopyOnWriteArrayList<>();
    Housekeeper housekeeper = new Housekeeper(error -> {});
    countDown(housekeeper, 20, ran);
    housekeeper.awaitQuiet();
    assertThat(ran).hasSize(20);
    housekeeper.close();
  }

  @Test
  void whatItHadBeforeItWasClosedIsWaitedFor() throws Exception {
    List<Integer> ran = new CopyOnWriteArrayList<>();
    Housekeeper housekeeper = new Housekeeper(error -> {});
    for (int i = 0; i < 20; i++) {
      int task = i;
      housekeeper.execute(() -> ran.add(task));
    }
    housekeeper.close();
    housekeeper.awaitQuiet();
    assertThat(ran).hasSize(20);
  }

  private static void countDown(Housekeeper housekeeper, int left, List<Integer> ran) {
    housekeeper.execute(
        () -> {
          ran.add(left);
          if (left > 1) {
            countDown(housekeeper, left - 1, ran);
          }
        });
  }

  @Test
  void aTaskThatThrowsIsToldOfAndTheNextOnesRun() throws Exception {
    List<Throwable> errors = new CopyOnWriteArrayList<>();
    List<Integer> ran = new CopyOnWriteArrayList<>();
    Housekeeper housekeeper = new Housekeeper(errors::add);
    for (int i = 0; i < 3; i++) {
      int task = i;
      housekeeper.execute(
          () -> {
            throw new OutOfMemoryError("on purpose");
          });
      housekeeper.execute(() -> ran.add(task));
    }
    housekeeper.awaitQuiet();
    assertThat(errors).hasSize(3);
    assertThat(ran).containsExactly(0, 1, 2);
    housekeeper.close();
    housekeeper.execute(() -> ran.add(3));
    assertThat(ran).hasSize(3);
  }
}
