package io.strata.l2.stream.layout;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class StreamLayoutTest {
  @Test
  void wordsAndBlocksFillABuffer() {
    assertThat(StreamLayout.word(StreamLayout.BLOCKS))
        .isLessThanOrEqualTo(StreamLayout.offset(StreamLayout.FIRST_BLOCK));
    assertThat(StreamLayout.offset(StreamLayout.BLOCKS))
        .isLessThanOrEqualTo(StreamLayout.BUFFER_BYTES)
        .isGreaterThan(StreamLayout.BUFFER_BYTES - StreamLayout.BLOCK_BYTES);
    assertThat((double) StreamLayout.WORD_BYTES)
        .isLessThanOrEqualTo(0.002 * StreamLayout.BUFFER_BYTES);
  }

  @Test
  void numberOfBlocksFollowsFromTheLength() {
    int block = StreamLayout.BLOCK_BYTES;
    assertThat(StreamLayout.blocksFor(0)).isEqualTo(1);
    assertThat(StreamLayout.lengthOfLast(0)).isZero();
    for (int bytes = 1; bytes < 3 * block; bytes++) {
      int blocks = StreamLayout.blocksFor(bytes);
      int last = StreamLayout.lengthOfLast(bytes);
      assertThat((blocks - 1) * block + last).isEqualTo(bytes);
      assertThat(last).isBetween(1, block);
    }
    assertThat(StreamLayout.blocksFor(Integer.MAX_VALUE)).isEqualTo(1 << 19);
    assertThat(StreamLayout.lengthOfLast(Integer.MAX_VALUE)).isEqualTo(block - 1);
  }

  @Test
  void blockAddressesAreUniqueAndNotNone() {
    for (int buffer :
        new int[] {0, 1, 2, 1_000, Address.MAX_BUFFERS / 2, Address.MAX_BUFFERS - 1}) {
      for (int block = StreamLayout.FIRST_BLOCK; block < StreamLayout.BLOCKS; block++) {
        int address = Address.of(buffer, block);
        assertThat(address)
            .isNotEqualTo(Address.NONE)
            .as("the sign for a full cache")
            .isNotEqualTo(-1);
        assertThat(Address.buffer(address)).isEqualTo(buffer);
        assertThat(Address.block(address)).isEqualTo(block);
      }
    }
  }

  @Test
  void wordKeepsItsFields() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 100_000; i++) {
      int run = random.nextInt(1, StreamLayout.BLOCKS);
      int length = random.nextInt(0, StreamLayout.BLOCK_BYTES + 1);
      int predecessor = random.nextInt() | 1;
      long last = BlockWord.last(run, length, predecessor);
      assertFields(last, run, length, predecessor);
      assertThat(BlockWord.isLast(last)).isTrue();
      assertThat(BlockWord.isFirst(last)).isFalse();
      long busy = BlockWord.busy(last);
      assertFields(busy, run, length, predecessor);
      assertThat(BlockWord.isBusy(busy)).isTrue();
      long longer = BlockWord.withLength(busy, StreamLayout.BLOCK_BYTES - length);
      assertFields(longer, run, StreamLayout.BLOCK_BYTES - length, predecessor);
      assertThat(BlockWord.isBusy(longer)).isFalse();
      long middle = BlockWord.noLongerLast(BlockWord.withLength(busy, StreamLayout.BLOCK_BYTES));
      assertThat(middle).isEqualTo(BlockWord.middle(run, predecessor));
      assertThat(BlockWord.isLast(middle)).isFalse();
      assertThat(BlockWord.isUsed(middle)).isTrue();
    }
  }

  private static void assertFields(long word, int run, int length, int predecessor) {
    assertThat(BlockWord.isUsed(word)).isTrue();
    assertThat(BlockWord.run(word)).isEqualTo(run);
    assertThat(BlockWord.length(word)).isEqualTo(length);
    assertThat(BlockWord.predecessor(word)).isEqualTo(predecessor);
    assertThat(BlockWord.isDeleted(word)).isFalse();
  }

  @Test
  void firstBlockCountsPinsUntilItIsDeleted() {
    for (long word : new long[] {BlockWord.first(), BlockWord.firstAndLast(17)}) {
      assertThat(BlockWord.canBePinned(word)).isTrue();
      assertThat(BlockWord.predecessor(word)).isEqualTo(Address.NONE);
      long twice = BlockWord.pinned(BlockWord.pinned(word));
      assertThat(BlockWord.pins(twice)).isEqualTo(2);
      assertThat(BlockWord.predecessor(twice)).isEqualTo(Address.NONE);
      assertThat(twice - 2).isEqualTo(word);
      assertThat(BlockWord.length(twice)).isEqualTo(BlockWord.length(word));
      long deleted = BlockWord.deleted(twice);
      assertThat(BlockWord.canBePinned(deleted)).isFalse();
      assertThat(BlockWord.pins(deleted)).isEqualTo(2);
    }
    assertThat(BlockWord.canBePinned(BlockWord.first() + BlockWord.MAX_PINS)).isFalse();
    assertThat(BlockWord.canBePinned(BlockWord.middle(1, 4711))).isFalse();
    assertThat(BlockWord.canBePinned(BlockWord.INNER)).isFalse();
    assertThat(BlockWord.canBePinned(0)).isFalse();
  }

  @Test
  void freeRunLinksItsNeighbours() {
    int most = StreamLayout.BLOCKS - 1;
    for (int[] each : new int[][] {{1, 0, 0}, {most, most, 0}, {7, 0, most}, {9, 13, 999}}) {
      long word = BlockWord.free(each[0], each[1], each[2]);
      assertThat(BlockWord.isUsed(word)).isFalse();
      assertThat(BlockWord.run(word)).isEqualTo(each[0]);
      assertThat(BlockWord.previousFree(word)).isEqualTo(each[1]);
      assertThat(BlockWord.nextFree(word)).isEqualTo(each[2]);
    }
  }
}
