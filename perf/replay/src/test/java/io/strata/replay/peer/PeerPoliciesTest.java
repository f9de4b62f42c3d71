package io.strata.replay.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Hits;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.Trace;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerPoliciesTest {
  /** The simulator receives the same accesses as our policies, for the same number of blocks. */
  @ParameterizedTest
  @EnumSource(names = {"MULTI1", "TWO_POOLS", "POSTGRES", "SPRITE", "WEB07", "CPP"})
  void agreesWithOurLruAndOptimum(SampleTraces sample) throws IOException {
    Trace trace = sample.read();
    for (int percent : new int[] {1, 10, 50}) {
      int entries = trace.blocks() * percent / 100;
      assertThat(peer("linked.Lru").hits(trace, entries)).isEqualTo(new Lru().hits(trace, entries));
      // It counts at its end.
      assertThat(PeerPolicies.clairvoyant().hits(trace, entries).count())
          .isEqualTo(new Belady().hits(trace, entries).count());
    }
  }

  private static Policy peer(String title) {
    return PeerPolicies.all().stream()
        .filter(each -> each.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  /**
   * A policy holds the blocks that hit when they are read next. Excludes the product Caffeine,
   * which is randomized in each replay.
   */
  @ParameterizedTest
  @EnumSource
  void holdsNoMoreThanTheRequestedBlocks(Load load) {
    int entries = 30;
    int blocks = 3 * entries;
    long[] keys = new long[20 * entries];
    Random random = new Random(1972);
    Arrays.setAll(keys, index -> load.key(random, index, blocks));
    for (Policy policy : PeerPolicies.all()) {
      if (!policy.title().equals(PeerPolicies.CAFFEINE)) {
        assertThat(cached(policy, entries, keys, blocks))
            .as(policy.title())
            .isBetween(entries - 1L, (long) entries);
      }
    }
  }

  private static long cached(Policy policy, int entries, long[] keys, int blocks) {
    long before = policy.hits(Trace.of("load", keys), entries).count();
    long cached = 0;
    for (int block = 0; block < blocks; block++) {
      long[] andOne = Arrays.copyOf(keys, keys.length + 1);
      andOne[keys.length] = block;
      cached += policy.hits(Trace.of("load", andOne), entries).count() - before;
    }
    return cached;
  }

  private enum Load {
    SCAN {
      @Override
      long key(Random random, int index, int blocks) {
        return index % blocks;
      }
    },
    SKEWED {
      @Override
      long key(Random random, int index, int blocks) {
        return (long) (blocks * Math.pow(random.nextDouble(), 3));
      }
    },
    MIXED {
      @Override
      long key(Random random, int index, int blocks) {
        return (index % 2 == 0 ? SCAN : SKEWED).key(random, index / 2, blocks);
      }
    };

    abstract long key(Random random, int index, int blocks);
  }

  @Test
  void agreesWithOurLruByBytes() {
    for (long bytes : new long[] {100, 3_000, 20_000}) {
      Trace trace = bytesTrace(Load.MIXED, 90, 2_000);
      assertThat(peer("linked.Lru").hits(trace, bytes)).isEqualTo(new Lru().hits(trace, bytes));
    }
  }

  /** Blocks of 1 to 1,000 bytes. */
  private static Trace bytesTrace(Load load, int blocks, int accesses, int... andThen) {
    Random random = new Random(1972);
    int[] lengths = random.ints(blocks, 1, 1_001).toArray();
    int[] keys = new int[accesses + andThen.length];
    Arrays.setAll(keys, index -> (int) load.key(random, index, blocks));
    System.arraycopy(andThen, 0, keys, accesses, andThen.length);
    return Trace.ofLengths("load", lengths, keys);
  }

  /** As for blocks of one size: the bytes of those that hit when they are read next. */
  @ParameterizedTest
  @EnumSource
  void holdsNoMoreThanTheRequestedBytes(Load load) {
    int blocks = 90;
    long bytes = 15_000;
    for (Policy policy : weighted()) {
      if (!policy.title().equals(PeerPolicies.CAFFEINE)) {
        long before = policy.hits(bytesTrace(load, blocks, 600), bytes).bytes();
        long cached = 0;
        for (int block = 0; block < blocks; block++) {
          cached += policy.hits(bytesTrace(load, blocks, 600, block), bytes).bytes() - before;
        }
        assertThat(cached).as(policy.title()).isBetween(bytes * 8 / 10, bytes);
      }
    }
  }

  private static List<PeerPolicy> weighted() {
    Trace trace = bytesTrace(Load.SCAN, 1, 1);
    return PeerPolicies.all().stream().filter(each -> each.accepts(trace)).toList();
  }

  /** No policy that supports block lengths is missing, and no other is included. */
  @Test
  void supportsLengthsWhereDeclared() {
    assertThat(weighted())
        .extracting(Policy::title)
        .contains("linked.Lru", "greedy-dual.Gdsf", PeerPolicies.CAFFEINE, PeerPolicies.S3_FIFO)
        .doesNotContain("irr.Lirs", "adaptive.Arc", "sketch.WindowTinyLfu (1%)");
  }

  @Test
  void unitsSumUpInAnInt() {
    long max = 1L << 24;
    assertThat(PeerPolicy.unit(1)).isEqualTo(1);
    assertThat(PeerPolicy.unit(max)).isEqualTo(1);
    assertThat(PeerPolicy.unit(max + 1)).isEqualTo(2);
    assertThat(PeerPolicy.unit(100 * max)).isEqualTo(128);

    // Three blocks of a gigabyte, and a cache of as much; then of a little less.
    int[] lengths = {1_000_000_000, 1_000_000_000, 1_000_000_000};
    Trace rounds = Trace.ofLengths("large", lengths, 0, 1, 2, 0, 1, 2);
    Hits all = new Hits(3, 3_000_000_000L);
    assertThat(peer("linked.Lru").hits(rounds, 3_000_001_000L)).isEqualTo(all);
    assertThat(peer("greedy-dual.GDWheel").hits(rounds, 3_000_001_000L)).isEqualTo(all);
    assertThat(peer("linked.Lru").hits(rounds, 2_999_990_000L)).isEqualTo(new Hits(0, 0));
  }

  @Test
  void titlesAreUnique() {
    assertThat(PeerPolicies.all())
        .extracting(Policy::title)
        .doesNotHaveDuplicates()
        .contains("linked.Lru_TinyLfu", PeerPolicies.CAFFEINE, PeerPolicies.S3_FIFO);
  }
}
