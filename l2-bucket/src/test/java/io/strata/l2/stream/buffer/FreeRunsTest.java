package io.strata.l2.stream.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class FreeRunsTest {
  private final FreeRuns free =
      new BlockBuffer(3, ByteBuffer.allocateDirect(StreamLayout.BUFFER_BYTES)).free();

  @Test
  void freedBlocksMergeIntoOneRun() {
    Run first = free.take(3);
    Run second = free.take(25);
    Run third = free.take(1);
    assertThat(second.first()).isEqualTo(first.last() + 1);
    assertThat(third.first()).isEqualTo(second.last() + 1);
    assertThat(free.blocks()).isEqualTo(StreamLayout.USABLE_BLOCKS - 29);
    give(second);
    give(first);
    give(third);
    assertThat(free.audit()).isEmpty();
    assertThat(free.take(StreamLayout.BLOCKS).count()).isEqualTo(StreamLayout.USABLE_BLOCKS);
    assertThat(free.blocks()).isZero();
  }

  @Test
  void bestFitIsPreferredAndElseTheLongestRun() {
    Run hole = free.take(5);
    free.take(1);
    Run larger = free.take(9);
    Run rest = free.take(StreamLayout.BLOCKS);
    give(hole);
    give(larger);
    assertThat(free.take(4).first()).isEqualTo(hole.first());
    Run part = free.take(20);
    assertThat(part).isEqualTo(larger);
    give(rest);
    assertThat(free.take(1)).isEqualTo(new Run(rest.buffer(), hole.last(), 1));
    assertThat(free.audit()).isEmpty();
  }

  @Test
  void appendableRunsHaveFreeBlocksAfterThem() {
    Run first = free.takeAppendable(2);
    assertThat(first.first()).isEqualTo(StreamLayout.FIRST_BLOCK);
    Run second = free.takeAppendable(2);
    assertThat(second.first()).isBetween(StreamLayout.BLOCKS / 3, StreamLayout.BLOCKS * 2 / 3);
    assertThat(free.takeAt(first.last() + 1, 3)).isEqualTo(3);
    assertThat(free.takeAt(first.last() + 1, 3)).isZero();
    assertThat(free.takeAt(second.last() + 1, StreamLayout.BLOCKS))
        .isEqualTo(StreamLayout.BLOCKS - second.last() - 1);
    assertThat(free.takeAt(StreamLayout.BLOCKS, 1)).isZero();
    assertThat(free.audit()).isEmpty();
  }

  @Test
  void randomOperationsNeitherLoseNorShareBlocks() {
    SplittableRandom random = new SplittableRandom(5);
    for (int round = 0; round < 200; round++) {
      BitSet taken = new BitSet();
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < 500; i++) {
        if (free.blocks() > 0 && random.nextInt(100) < 55) {
          int wanted = random.nextInt(1, 1 << random.nextInt(1, 9));
          Run run = random.nextBoolean() ? free.take(wanted) : free.takeAppendable(wanted);
          assertThat(run.count()).isBetween(1, wanted);
          assertThat(run.first()).isGreaterThanOrEqualTo(StreamLayout.FIRST_BLOCK);
          assertThat(taken.get(run.first(), run.last() + 1).isEmpty()).isTrue();
          taken.set(run.first(), run.last() + 1);
          runs.add(run);
        } else if (!runs.isEmpty()) {
          Run run = runs.remove(random.nextInt(runs.size()));
          taken.clear(run.first(), run.last() + 1);
          give(run);
        }
        assertThat(free.blocks()).isEqualTo(StreamLayout.USABLE_BLOCKS - taken.cardinality());
      }
      assertThat(free.audit()).isEmpty();
      runs.forEach(this::give);
      assertThat(free.audit()).isEmpty();
      assertThat(free.blocks()).isEqualTo(StreamLayout.USABLE_BLOCKS);
    }
  }

  private void give(Run run) {
    free.give(run.first(), run.count());
  }
}
