package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.nio.RefCnt;
import org.junit.jupiter.api.Test;

/** The watch must see a leak, or the tests that ask it prove nothing. */
class LeakWatchTest {
  @Test
  void seesACountThatWasNeverReleased() throws InterruptedException {
    LeakWatch watch = new LeakWatch();
    lose();
    assertThat(watch.leaks()).singleElement().asString().contains("lost on purpose");
    assertThat(new LeakWatch().leaks()).as("another watch starts anew").isEmpty();
  }

  @Test
  void doesNotBlameACountThatWasReleased() throws InterruptedException {
    LeakWatch watch = new LeakWatch();
    RefCnt.create(() -> {}).touch().release();
    assertThat(watch.leaks()).isEmpty();
  }

  private static void lose() {
    RefCnt.create(() -> {}).touch("lost on purpose");
  }
}
