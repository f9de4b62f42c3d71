package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hadoop.hbase.nio.RefCnt;
import org.junit.jupiter.api.Test;

/** The watch detects leaks; otherwise, tests that use it would prove nothing. */
class LeakWatchTest {
  @Test
  void reportsUnreleasedCount() throws InterruptedException {
    LeakWatch watch = new LeakWatch();
    lose();
    assertThat(watch.leaks()).singleElement().asString().contains("lost on purpose");
    assertThat(new LeakWatch().leaks()).as("leaks of a new watch").isEmpty();
  }

  @Test
  void doesNotReportReleasedCount() throws InterruptedException {
    LeakWatch watch = new LeakWatch();
    RefCnt.create(() -> {}).touch().release();
    assertThat(watch.leaks()).isEmpty();
  }

  private static void lose() {
    RefCnt.create(() -> {}).touch("lost on purpose");
  }
}
