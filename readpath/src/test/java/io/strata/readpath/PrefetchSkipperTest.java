package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.Blocks;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.junit.jupiter.api.Test;

class PrefetchSkipperTest {
  private static final int BLOCKS = 12;

  /** A file whose blocks are all of another size, and what is cached of it. */
  private static final class PrefetchedFile {
    private final String name;
    private final BitSet cached;
    private final List<Integer> read = new ArrayList<>();
    private int begun;

    PrefetchedFile(String name, BitSet cached) {
      this.name = name;
      this.cached = cached;
    }

    private static int sizeOf(int block) {
      return 100 + block;
    }

    private static long offsetOf(int block) {
      long offset = 0;
      for (int i = 0; i < block; i++) {
        offset += sizeOf(i);
      }
      return offset;
    }

    private BlockCacheKey key(int block) {
      return Blocks.key(name, offsetOf(block), BlockType.DATA);
    }

    private int cachedSize(BlockCacheKey key) {
      for (int i = 0; i < BLOCKS; i++) {
        if (offsetOf(i) == key.getOffset() && cached.get(i)) {
          return sizeOf(i);
        }
      }
      return 0;
    }

    PrefetchSkipper passing(boolean sound) {
      return new PrefetchSkipper(this::cachedSize, () -> begun++, sound);
    }

    /** Goes through the file as HBase does; says whether it came to its end. */
    boolean prefetch(PrefetchSkipper passing, boolean sound) {
      int expected = -1;
      for (int block = 0; block < BLOCKS; block++) {
        if (passing.maySkip(key(block))) {
          assertThat(passing.sizeOf(key(block))).isEqualTo(sizeOf(block));
          continue;
        }
        assertThat(passing.sizeOf(key(block))).isZero();
        if (!sound && expected >= 0 && expected != sizeOf(block)) {
          return false;
        }
        read.add(block);
        expected = sizeOf(block + 1);
      }
      return true;
    }
  }

  private static BitSet some(Random random) {
    BitSet some = new BitSet();
    int share = random.nextInt(5);
    for (int i = 0; i < BLOCKS; i++) {
      some.set(i, random.nextInt(4) < share);
    }
    return some;
  }

  @Test
  void noPrefetchFailsAndAllThatIsNotCachedIsRead() {
    Random random = new Random(1);
    for (int run = 0; run < 1_000; run++) {
      BitSet cached = some(random);
      PrefetchedFile file = new PrefetchedFile("f" + run, cached);
      PrefetchSkipper passing = file.passing(false);
      for (int again = 1; again <= 2; again++) {
        assertThat(file.prefetch(passing, false)).as("with %s cached", cached).isTrue();
        assertThat(file.begun).isEqualTo(again);
      }
      List<Integer> rest = new ArrayList<>();
      for (int i = cached.nextClearBit(0); i < BLOCKS; i++) {
        rest.add(i);
      }
      assertThat(file.read.subList(0, rest.size())).isEqualTo(rest);
      assertThat(file.read).hasSize(2 * rest.size());
    }
  }

  @Test
  void aSoundPrefetchReadsNothingElse() {
    Random random = new Random(1);
    for (int run = 0; run < 1_000; run++) {
      BitSet cached = some(random);
      PrefetchedFile file = new PrefetchedFile("f", cached);
      assertThat(file.prefetch(file.passing(true), true)).isTrue();
      cached.flip(0, BLOCKS);
      assertThat(file.read).isEqualTo(cached.stream().boxed().toList());
    }
  }

  @Test
  void whoBeginsInTheMiddlePassesNothingBy() {
    BitSet all = new BitSet();
    all.set(0, BLOCKS);
    PrefetchedFile file = new PrefetchedFile("f", all);
    PrefetchSkipper passing = file.passing(false);
    assertThat(passing.maySkip(file.key(3))).isFalse();
    assertThat(passing.maySkip(file.key(0))).isTrue();
    assertThat(passing.maySkip(file.key(1))).isTrue();
    assertThat(passing.sizeOf(file.key(0))).as("asked for before").isZero();
    assertThat(passing.maySkip(Blocks.key("another", 201, BlockType.DATA))).isFalse();
  }

  /** Each prefetch goes through its file in a thread of its own. */
  @Test
  void threadsDoNotDisturbEachOther() throws Exception {
    BitSet all = new BitSet();
    all.set(0, BLOCKS);
    PrefetchedFile file = new PrefetchedFile("f", all);
    PrefetchSkipper passing = file.passing(false);
    assertThat(passing.maySkip(file.key(0))).isTrue();
    Thread other = new Thread(() -> passing.maySkip(Blocks.key("another", 0, BlockType.DATA)));
    other.start();
    other.join();
    assertThat(file.begun).as("prefetches that began").isEqualTo(2);
    assertThat(passing.sizeOf(file.key(0))).isEqualTo(100);
    assertThat(passing.maySkip(file.key(1))).isTrue();
    assertThat(passing.sizeOf(file.key(1))).isEqualTo(101);
  }
}
