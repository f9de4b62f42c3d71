package io.strata.l2.stream.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.stream.CacheFullException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;
import org.junit.jupiter.api.io.TempDir;

/** Random operations, each compared with plain arrays. */
@Tag("model")
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class ReadIndexModelTest {
  private static final int SEEDS = Integer.getInteger("strata.readindex.seeds", 20);
  private static final int FIRST_SEED = Integer.getInteger("strata.readindex.seed", 0);
  private static final int OPERATIONS = 3_000;
  private static final int SEGMENTS = 4;

  @TempDir private Path folder;

  /** The expected content of a segment. */
  private static final class SegmentModel {
    private final SegmentIndex segment;
    private long begin;
    private long end;

    SegmentModel(SegmentIndex segment) {
      this.segment = segment;
    }
  }

  @Test
  void matchesPlainArrays() throws IOException {
    for (int seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
      try {
        run(seed);
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("Seed " + seed, e);
      }
    }
  }

  private void run(int seed) throws IOException {
    SplittableRandom random = new SplittableRandom(seed);
    ReadIndexOptions options =
        TestIndex.options(1 + random.nextInt(100_000), 1 + random.nextInt(200_000));
    try (TestIndex test = new TestIndex(folder, options)) {
      Map<Integer, SegmentModel> models = new HashMap<>();
      List<SegmentRead> held = new ArrayList<>();
      for (int i = 0; i < OPERATIONS; i++) {
        int number = random.nextInt(SEGMENTS);
        String name = "segment-" + seed + "-" + number + "-";
        int now = i;
        SegmentModel model =
            models.computeIfAbsent(number, n -> new SegmentModel(test.index().add(name + now)));
        switch (random.nextInt(16)) {
          case 0, 1, 2, 3, 4 -> append(model, random);
          case 5, 6 -> test.files().persist(model.segment, random.nextLong(model.end + 1));
          case 7 -> truncate(model, random);
          case 8 -> deleteRarely(test, models, number, random);
          case 9 -> hold(model, held, random);
          default -> read(model, random);
        }
        assertThat(model.segment.end()).isEqualTo(model.end);
        assertThat(model.segment.begin()).isEqualTo(model.begin);
      }
      held.forEach(SegmentRead::release);
      for (SegmentModel model : models.values()) {
        TestIndex.checkFrom(model.segment, model.begin);
      }
    }
  }

  private static void append(SegmentModel model, SplittableRandom random) {
    int bytes = random.nextInt(random.nextBoolean() ? 500 : 150_000);
    byte[] data = TestIndex.bytes(model.segment.name(), model.end, bytes);
    try {
      model.segment.append(model.end, ByteBuffer.wrap(data));
      model.end += bytes;
    } catch (CacheFullException e) {
      assertThat(e).hasMessageContaining("free blocks");
    }
  }

  private static void truncate(SegmentModel model, SplittableRandom random) {
    // Most of it stays, because otherwise nothing would ever be evicted.
    long offset = model.begin + random.nextLong((model.end - model.begin) / 8 + 1);
    model.segment.truncate(offset);
    model.begin = offset;
  }

  private static void deleteRarely(
      TestIndex test, Map<Integer, SegmentModel> models, int number, SplittableRandom random) {
    if (random.nextInt(10) == 0) {
      test.index().delete(models.remove(number).segment.name());
      // The later checks in this step expect the segments of its beginning.
      models.remove(number);
    }
  }

  private static void hold(SegmentModel model, List<SegmentRead> held, SplittableRandom random)
      throws IOException {
    if (held.size() >= 4) {
      held.remove(random.nextInt(held.size())).release();
    }
    if (model.end > model.begin) {
      long offset = model.begin + random.nextLong(model.end - model.begin);
      SegmentRead read = model.segment.read(offset, 10_000);
      TestIndex.check(model.segment, offset, 10_000, read);
      held.add(read);
    }
  }

  private static void read(SegmentModel model, SplittableRandom random) throws IOException {
    if (random.nextInt(20) == 0) {
      assertThat(model.segment.read(model.end, 1)).isNull();
      assertThatThrownBy(() -> model.segment.read(model.begin - 1, 1))
          .isInstanceOf(IllegalArgumentException.class);
    } else if (model.end > model.begin) {
      long offset = model.begin + random.nextLong(model.end - model.begin);
      TestIndex.check(model.segment, offset, 1 + random.nextInt(100_000));
    }
  }
}
