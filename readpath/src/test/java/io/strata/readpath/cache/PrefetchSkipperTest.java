package io.strata.readpath.cache;

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

  /** A file whose blocks have different sizes, some of which are cached. */
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

    PrefetchSkipper skipper(boolean sound) {
      return new PrefetchSkipper(this::cachedSize, () -> begun++, sound);
    }

    /** Walks through the file like HBase; returns whether it reached the end. */
    boolean prefetch(PrefetchSkipper skipper, boolean sound) {
      int expected = -1;
      for (int block = 0; block < BLOCKS; block++) {
        if (skipper.maySkip(key(block))) {
          assertThat(skipper.sizeOf(key(block))).isEqualTo(sizeOf(block));
          continue;
        }
        assertThat(skipper.sizeOf(key(block))).isZero();
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
  void prefetchNeverFailsAndReadsAllUncachedBlocks() {
    Random random = new Random(1);
    for (int run = 0; run < 1_000; run++) {
      BitSet cached = some(random);
      PrefetchedFile file = new PrefetchedFile("f" + run, cached);
      PrefetchSkipper skipper = file.skipper(false);
      for (int again = 1; again <= 2; again++) {
        assertThat(file.prefetch(skipper, false)).as("with %s cached", cached).isTrue();
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
  void soundPrefetchReadsOnlyUncachedBlocks() {
    Random random = new Random(1);
    for (int run = 0; run < 1_000; run++) {
      BitSet cached = some(random);
      PrefetchedFile file = new PrefetchedFile("f", cached);
      assertThat(file.prefetch(file.skipper(true), true)).isTrue();
      cached.flip(0, BLOCKS);
      assertThat(file.read).isEqualTo(cached.stream().boxed().toList());
    }
  }

  @Test
  void prefetchFromTheMiddleSkipsNothing() {
    BitSet all = new BitSet();
    all.set(0, BLOCKS);
    PrefetchedFile file = new PrefetchedFile("f", all);
    PrefetchSkipper skipper = file.skipper(false);
    assertThat(skipper.maySkip(file.key(3))).isFalse();
    assertThat(skipper.maySkip(file.key(0))).isTrue();
    assertThat(skipper.maySkip(file.key(1))).isTrue();
    assertThat(skipper.sizeOf(file.key(0))).as("size of the previous block").isZero();
    assertThat(skipper.maySkip(Blocks.key("another", 201, BlockType.DATA))).isFalse();
  }

  /** Each prefetch runs in a thread of its own. */
  @Test
  void threadsHaveTheirOwnProgress() throws Exception {
    BitSet all = new BitSet();
    all.set(0, BLOCKS);
    PrefetchedFile file = new PrefetchedFile("f", all);
    PrefetchSkipper skipper = file.skipper(false);
    assertThat(skipper.maySkip(file.key(0))).isTrue();
    Thread other = new Thread(() -> skipper.maySkip(Blocks.key("another", 0, BlockType.DATA)));
    other.start();
    other.join();
    assertThat(file.begun).as("prefetches that began").isEqualTo(2);
    assertThat(skipper.sizeOf(file.key(0))).isEqualTo(100);
    assertThat(skipper.maySkip(file.key(1))).isTrue();
    assertThat(skipper.sizeOf(file.key(1))).isEqualTo(101);
  }
}
