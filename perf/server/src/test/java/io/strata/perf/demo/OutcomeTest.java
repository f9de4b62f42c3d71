package io.strata.perf.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.demo.MovingStory.Rounds;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** The outcomes of given counts; {@link DemoIT} runs the stories. */
class OutcomeTest {
  @Test
  void scanShowsHitRatiosOfHotReads() {
    Outcome outcome = ScanStory.outcome(tally(40, 72, 72), tally(0, 700, 750));

    assertThat(outcome.better()).isTrue();
    assertThat(outcome.lines())
        .startsWith(
            "Hot reads that hit during the scan and after it: BucketCache 55.6 % and 0.0 %, Strata"
                + " 100.0 % and 93.3 %.")
        .hasSize(2);
  }

  @Test
  void moveShowsRounds() {
    assertThat(MovingStory.outcome(new Rounds(8, 0.6), new Rounds(3, 0.97)).lines().get(0))
        .isEqualTo(
            "Passes over the table until 95 % of the reads hit: BucketCache more than 8 (60.0 % in the"
                + " last), Strata 3.");
  }

  @Test
  void onlyFewerRoundsAreBetter() {
    assertThat(MovingStory.outcome(new Rounds(3, 0.95), new Rounds(2, 1)).better()).isTrue();
    assertThat(MovingStory.outcome(new Rounds(8, 0.9), new Rounds(8, 0.95)).better()).isTrue();
    assertThat(MovingStory.outcome(new Rounds(2, 1), new Rounds(2, 1)).better()).isFalse();
    assertThat(MovingStory.outcome(new Rounds(8, 0.8), new Rounds(8, 0.9)).better()).isFalse();
  }

  @Test
  void restartShowsHitRatiosOfFirstReads() {
    assertThat(RestartStory.outcome(tally(3, 750, 750)).lines().get(0))
        .endsWith(": BucketCache 0.4 %, Strata 100.0 %.");
  }

  @Test
  void burstShowsDroppedBlocks() {
    assertThat(BurstStory.outcome(tally(1_234, 0, 8_000)).lines().get(0))
        .endsWith(": BucketCache 1,234 of 8,000, Strata 0 of 8,000.");
  }

  @Test
  void resultThatIsNotBetterIsPrinted() {
    for (Outcome outcome :
        new Outcome[] {
          ScanStory.outcome(tally(9, 9, 9), tally(9, 9, 9)),
          RestartStory.outcome(tally(9, 9, 9)),
          BurstStory.outcome(tally(0, 0, 9)),
          AwkwardStory.outcome(tally(9, 8, 10))
        }) {
      assertThat(outcome.lines().get(1)).isEqualTo("In this run Strata was not better.");
    }
  }

  @Test
  void storiesAreNumbered() {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    DemoReport report = new DemoReport(new PrintStream(printed, true, StandardCharsets.UTF_8), 2);

    assertThat(report.heading(new RestartStory())).startsWith("Story 1 of 2. ");
    report.tell(RestartStory.outcome(tally(0, 9, 9)));
    assertThat(report.heading(new BurstStory())).startsWith("Story 2 of 2. ");
    report.end();

    assertThat(printed.toString(StandardCharsets.UTF_8))
        .startsWith("    First reads of cached rows that hit")
        .contains("Where Strata does not win: ")
        .hasLineCount(3);
  }

  private static Tally tally(long bucketCache, long strata, long all) {
    Tally tally = new Tally();
    tally.add(DemoCache.BUCKET_CACHE, bucketCache, all);
    tally.add(DemoCache.STRATA, strata, all);
    return tally;
  }
}
