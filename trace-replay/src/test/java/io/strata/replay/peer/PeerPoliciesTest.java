package io.strata.replay.peer;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.SampleTraces;
import io.strata.replay.trace.Trace;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PeerPoliciesTest {
  /** So the simulator is fed what our own policies are fed, for as many blocks. */
  @ParameterizedTest
  @EnumSource(names = {"MULTI1", "TWO_POOLS", "POSTGRES", "SPRITE", "WEB07", "CPP"})
  void agreesWithOurLruAndOptimum(SampleTraces sample) throws IOException {
    Trace trace = sample.read();
    for (int percent : new int[] {1, 10, 50}) {
      int entries = trace.blocks() * percent / 100;
      assertThat(peer("linked.Lru").hits(trace, entries)).isEqualTo(new Lru().hits(trace, entries));
      assertThat(PeerPolicies.clairvoyant().hits(trace, entries))
          .isEqualTo(new Belady().hits(trace, entries));
    }
  }

  private static Policy peer(String title) {
    return PeerPolicies.all().stream()
        .filter(each -> each.title().equals(title))
        .findFirst()
        .orElseThrow();
  }

  /**
   * A policy holds those blocks that hit when they are read next. Not asked of the product
   * Caffeine, which draws lots anew in each replay.
   */
  @ParameterizedTest
  @EnumSource
  void holdsNoMoreThanItIsAskedTo(Load load) {
    int entries = 30;
    int blocks = 3 * entries;
    long[] keys = new long[20 * entries];
    Random random = new Random(1972);
    Arrays.setAll(keys, place -> load.key(random, place, blocks));
    for (Policy policy : PeerPolicies.all()) {
      if (!policy.title().equals(PeerPolicies.CAFFEINE)) {
        assertThat(held(policy, entries, keys, blocks))
            .as(policy.title())
            .isBetween(entries - 1, entries);
      }
    }
  }

  private static int held(Policy policy, int entries, long[] keys, int blocks) {
    int before = policy.hits(Trace.of("load", keys), entries);
    int held = 0;
    for (int block = 0; block < blocks; block++) {
      long[] andOne = Arrays.copyOf(keys, keys.length + 1);
      andOne[keys.length] = block;
      held += policy.hits(Trace.of("load", andOne), entries) - before;
    }
    return held;
  }

  private enum Load {
    SCAN {
      @Override
      long key(Random random, int place, int blocks) {
        return place % blocks;
      }
    },
    SKEWED {
      @Override
      long key(Random random, int place, int blocks) {
        return (long) (blocks * Math.pow(random.nextDouble(), 3));
      }
    },
    MIXED {
      @Override
      long key(Random random, int place, int blocks) {
        return (place % 2 == 0 ? SCAN : SKEWED).key(random, place / 2, blocks);
      }
    };

    abstract long key(Random random, int place, int blocks);
  }

  @Test
  void haveNamesOfTheirOwn() {
    assertThat(PeerPolicies.all())
        .extracting(Policy::title)
        .doesNotHaveDuplicates()
        .contains("linked.Lru_TinyLfu", PeerPolicies.CAFFEINE, PeerPolicies.S3_FIFO);
  }
}
