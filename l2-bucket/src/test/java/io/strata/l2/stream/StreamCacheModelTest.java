package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random operations, compared with a map of arrays. {@code -Dstrata.stream.seeds} sets the number
 * of seeds.
 */
@Tag("model")
class StreamCacheModelTest {
  private static final int SEEDS = Integer.getInteger("strata.stream.seeds", 4_000);
  private static final int OPERATIONS = 120;
  private static final Duration LONGEST = Duration.ofMinutes(5).plusMillis(50L * SEEDS);

  @Test
  void randomOperationsMatchAPlainModel() {
    assertTimeoutPreemptively(LONGEST, StreamCacheModelTest::runAll);
  }

  private static void runAll() {
    try (TestCache test = new TestCache(2)) {
      for (int seed = 0; seed < SEEDS; seed++) {
        ModelRun run = new ModelRun(test, seed);
        try {
          run.run();
          test.proveEmpty();
        } catch (AssertionError | RuntimeException e) {
          throw new AssertionError("seed " + seed, e);
        }
      }
    }
  }

  /** A sequence of operations, after which the cache is empty. */
  private static final class ModelRun {
    @SuppressWarnings("ArrayRecordComponent") // not compared
    private record HeldView(StreamView view, byte[] bytes) {}

    private final StreamCache cache;
    private final SplittableRandom random;
    private final Map<Integer, byte[]> model = new HashMap<>();
    private final List<Integer> addresses = new ArrayList<>();
    private final List<HeldView> views = new ArrayList<>();
    private final int longest;

    ModelRun(TestCache test, int seed) {
      this.cache = test.cache();
      this.random = new SplittableRandom(seed);
      // Some runs fill the cache, most go through the sizes around a block.
      this.longest = seed % 50 == 0 ? 2 << 20 : 1 << random.nextInt(4, 18);
    }

    void run() {
      for (int i = 0; i < OPERATIONS; i++) {
        step();
      }
      addresses.forEach(address -> assertThat(cache.delete(address)).isTrue());
      views.forEach(this::release);
    }

    private void step() {
      int kind = random.nextInt(100);
      if (addresses.isEmpty() || kind < 20) {
        insert();
      } else if (kind < 55) {
        append();
      } else if (kind < 65) {
        replace();
      } else if (kind < 75) {
        delete();
      } else if (kind < 85) {
        look();
      } else if (!views.isEmpty()) {
        release(views.remove(random.nextInt(views.size())));
      }
    }

    private int length() {
      return random.nextInt(random.nextInt(longest) + 1);
    }

    private byte[] data() {
      byte[] data = new byte[length()];
      random.nextBytes(data);
      return data;
    }

    private void put(int address, byte[] bytes) {
      assertThat(model.put(address, bytes)).as("address in use").isNull();
      addresses.add(address);
    }

    private byte[] remove(int index) {
      return model.remove(addresses.remove(index));
    }

    private void insert() {
      byte[] data = data();
      try {
        put(cache.insert(ByteBuffer.wrap(data)), data);
      } catch (CacheFullException e) {
        assertThat(cache.statistics().freeBlocks()).isLessThan(StreamLayout.blocksFor(data.length));
      }
    }

    private void append() {
      int index = random.nextInt(addresses.size());
      int address = addresses.get(index);
      byte[] before = model.get(address);
      byte[] data = data();
      int expected = Math.max(0, before.length + random.nextInt(-1, 2));
      try {
        int next = cache.append(address, expected, ByteBuffer.wrap(data));
        assertThat(next == StreamCache.NONE).isEqualTo(expected != before.length);
        if (next != StreamCache.NONE) {
          remove(index);
          byte[] after = Arrays.copyOf(before, before.length + data.length);
          System.arraycopy(data, 0, after, before.length, data.length);
          put(next, after);
        }
      } catch (CacheFullException e) {
        assertThat(cache.statistics().freeBlocks() * StreamLayout.BLOCK_BYTES)
            .isLessThan(data.length);
      }
    }

    private void replace() {
      int index = random.nextInt(addresses.size());
      byte[] data = data();
      try {
        int next = cache.replace(addresses.get(index), ByteBuffer.wrap(data));
        assertThat(next).isNotEqualTo(StreamCache.NONE);
        remove(index);
        put(next, data);
      } catch (CacheFullException e) {
        assertThat(cache.statistics().freeBlocks()).isLessThan(StreamLayout.blocksFor(data.length));
      }
    }

    private void delete() {
      int index = random.nextInt(addresses.size());
      int address = addresses.get(index);
      assertThat(cache.delete(address)).isTrue();
      remove(index);
      assertThat(cache.get(address)).isNull();
    }

    private void look() {
      int address = addresses.get(random.nextInt(addresses.size()));
      StreamView view = cache.get(address);
      assertThat(view).isNotNull();
      HeldView seen = new HeldView(view, model.get(address));
      prove(seen);
      views.add(seen);
    }

    private void prove(HeldView seen) {
      assertThat(seen.view.length()).isEqualTo(seen.bytes.length);
      assertThat(Arrays.equals(seen.view.toByteArray(), seen.bytes)).as("bytes match").isTrue();
    }

    private void release(HeldView seen) {
      prove(seen);
      seen.view.release();
    }
  }
}
