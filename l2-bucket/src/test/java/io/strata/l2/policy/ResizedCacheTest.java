package io.strata.l2.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntUnaryOperator;
import org.junit.jupiter.api.Test;

/** A cache that was resized hits as often as one created with its new size. */
class ResizedCacheTest {
  private static final int SMALL = 500;
  private static final int LARGE = 32 * SMALL;
  private static final int GHOSTS = 1 << 14;

  /** A point and a half of the hit ratio, for chance and the adaptation of the window. */
  private static final double CLOSE = 0.015;

  /** A simulated cache of blocks of one size, with a policy that chooses among a sample. */
  private static final class Simulated implements Candidates {
    private static final int DRAWN = 16;

    private final LogicalClock clock;
    private final Policy policy;
    private final Map<Integer, Integer> indexes = new HashMap<>();
    private final List<int[]> blocks = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(1);
    private final int[] drawn = new int[DRAWN];
    private int capacity;

    Simulated(int capacity) {
      this.capacity = capacity;
      this.clock = new LogicalClock((long) capacity * FixedCandidates.BYTES);
      this.policy = Policies.REUSE_DISTANCE.make(clock, GhostMemory.allocate(GHOSTS));
    }

    void resize(int next) {
      capacity = next;
      clock.setCapacity((long) next * FixedCandidates.BYTES);
      while (blocks.size() > capacity) {
        evict();
      }
    }

    boolean read(int key) {
      Integer index = indexes.get(key);
      if (index != null) {
        int[] block = blocks.get(index);
        block[1] = policy.onAccess(block[1]);
        return true;
      }
      if (blocks.size() == capacity) {
        evict();
      }
      indexes.put(key, blocks.size());
      blocks.add(new int[] {key, policy.onInsert(Keys.of(0, key), FixedCandidates.BYTES, false)});
      return false;
    }

    private void evict() {
      for (int i = 0; i < DRAWN; i++) {
        drawn[i] = random.nextInt(blocks.size());
      }
      int index = drawn[policy.victim(this)];
      int[] evicted = blocks.get(index);
      policy.onEvict(Keys.of(0, evicted[0]), evicted[1], FixedCandidates.BYTES, true);
      indexes.remove(evicted[0]);
      int[] last = blocks.remove(blocks.size() - 1);
      if (last != evicted) {
        blocks.set(index, last);
        indexes.put(last[0], index);
      }
    }

    /** Returns the hit ratio of reads, not counting those of negative keys. */
    double hits(int reads, IntUnaryOperator keys) {
      int hits = 0;
      int counted = 0;
      for (int i = 0; i < reads; i++) {
        int key = keys.applyAsInt(i);
        boolean hit = read(key);
        hits += hit && key >= 0 ? 1 : 0;
        counted += key >= 0 ? 1 : 0;
      }
      return (double) hits / counted;
    }

    @Override
    public int count() {
      return DRAWN;
    }

    @Override
    public int policyBits(int i) {
      return blocks.get(drawn[i])[1];
    }

    @Override
    public long key(int i) {
      return Keys.of(0, blocks.get(drawn[i])[0]);
    }

    @Override
    public int bytes(int i) {
      return FixedCandidates.BYTES;
    }

    @Override
    public boolean setPolicyBits(int i, int bits) {
      blocks.get(drawn[i])[1] = bits;
      return true;
    }
  }

  /** Returns keys of a skewed distribution. */
  private static IntUnaryOperator skewed(int keys) {
    SplittableRandom random = new SplittableRandom(2);
    return i -> (int) (keys * Math.pow(random.nextDouble(), 3));
  }

  /** Every other read is of a few keys; the rest are a scan, whose keys are negative. */
  private static IntUnaryOperator besideAScan(int keys) {
    SplittableRandom random = new SplittableRandom(3);
    int[] scanned = {0};
    return i -> i % 2 == 0 ? random.nextInt(keys) : --scanned[0];
  }

  private static double afterResize(
      int from, int to, IntUnaryOperator before, IntUnaryOperator keys) {
    Simulated cache = new Simulated(from);
    cache.hits(10 * from, before);
    cache.resize(to);
    cache.hits(20 * to, keys);
    return cache.hits(100 * SMALL, keys);
  }

  private static double created(int size, IntUnaryOperator keys) {
    Simulated cache = new Simulated(size);
    cache.hits(20 * size, keys);
    return cache.hits(100 * SMALL, keys);
  }

  @Test
  void shrunkCacheHitsAsOftenAsOneCreatedSmall() {
    double small = created(SMALL, skewed(4 * SMALL));
    double shrunk = afterResize(LARGE, SMALL, skewed(4 * LARGE), skewed(4 * SMALL));
    assertThat(shrunk).as("hits, created small: %.3f", small).isGreaterThan(small - CLOSE);
  }

  @Test
  void shrunkCacheKeepsBlocksReadBesideAScan() {
    double small = created(SMALL, besideAScan(SMALL * 3 / 4));
    double shrunk = afterResize(LARGE, SMALL, besideAScan(LARGE / 2), besideAScan(SMALL * 3 / 4));
    assertThat(shrunk).as("hits, created small: %.3f", small).isGreaterThan(small - CLOSE);
  }

  @Test
  void grownCacheHitsAsOftenAsOneCreatedLarge() {
    double large = created(LARGE, skewed(4 * LARGE));
    double grown = afterResize(SMALL, LARGE, skewed(4 * SMALL), skewed(4 * LARGE));
    assertThat(grown).as("hits, created large: %.3f", large).isGreaterThan(large - CLOSE);
  }
}
