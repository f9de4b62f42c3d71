package io.strata.readpath.compress;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.compress.BlockCompressor;
import io.strata.l2.compress.Compressors;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A family's dictionary is trained, tried, used while it saves a tenth, and then replaced. */
class FamilyPackerTest {
  private static final BlockCompressor ZSTD = Algorithms.ALL.get(1);
  private static final BlockCompressor LZ4 = Algorithms.ALL.get(0);
  private static final int SAMPLES = FamilyPacker.SAMPLE_BYTES / Samples.BLOCK;
  private static final int TO_USE = SAMPLES + FamilyPacker.COMPARISONS;

  private Dictionaries dictionaries = new Dictionaries();
  private FamilyPacker packer = packer();

  private FamilyPacker packer() {
    return new FamilyPacker(
        dictionaries, file -> file.equals("unknown") ? null : "t/" + file.charAt(0));
  }

  @AfterEach
  void close() {
    packer.close();
  }

  /** Packs a block, and checks that it is unpacked; returns the algorithm. */
  private int pack(String file, BlockCompressor by, byte[] block) {
    ByteBuffer raw = ByteBuffer.allocateDirect(block.length).put(block).flip();
    ByteBuffer to = ByteBuffer.allocateDirect(Compressors.maxPackedBytes(by, block.length));
    int bytes = packer.pack(file, by, raw, to);
    packer.work();
    assertThat(raw.remaining()).as("not changed").isEqualTo(block.length);
    assertThat(to.position()).isEqualTo(bytes);
    ByteBuffer back = ByteBuffer.allocateDirect(block.length);
    Algorithms.with(dictionaries).unpack(to.flip(), back);
    assertThat(back.flip()).isEqualTo(raw);
    return to.get(0);
  }

  /** Packs blocks until one is packed with a dictionary; returns the number before, or the most. */
  private int packUntilUsed(String file, int most, IntFunction<byte[]> blocks) {
    for (int i = 0; i < most; i++) {
      if (pack(file, ZSTD, blocks.apply(i)) == Dictionaries.ID) {
        return i;
      }
    }
    return most;
  }

  @Test
  void aDictionaryIsTrainedAndTriedAndUsed() {
    assertThat(packUntilUsed("a1", 2 * TO_USE, i -> Samples.block(1, i))).isEqualTo(TO_USE);
    assertThat(dictionaries.newestOf("t/a")).isNotNull();
    // Another file of the family uses it at once, another family does not.
    assertThat(pack("a2", ZSTD, Samples.block(1, -1))).isEqualTo(Dictionaries.ID);
    assertThat(pack("b1", ZSTD, Samples.block(1, -1))).isEqualTo(ZSTD.id());
    assertThat(pack("unknown", ZSTD, Samples.block(1, -1))).isEqualTo(ZSTD.id());
    assertThat(pack("a1", LZ4, Samples.block(1, -1))).isEqualTo(LZ4.id());
    byte[] large = new byte[FamilyPacker.MAX_BLOCK_BYTES + 1];
    assertThat(pack("a1", ZSTD, large)).isEqualTo(ZSTD.id());
    // A block that a dictionary does not shrink.
    byte[] random = new byte[Samples.BLOCK];
    new Random(1).nextBytes(random);
    pack("a1", ZSTD, random);
  }

  @Test
  void aDictionaryThatSavesLittleIsNotUsed() {
    byte[] block = new byte[Samples.BLOCK];
    IntFunction<byte[]> random =
        i -> {
          new Random(i).nextBytes(block);
          return block;
        };
    assertThat(packUntilUsed("a", 3 * TO_USE, random)).isEqualTo(3 * TO_USE);
    assertThat(dictionaries.count()).isZero();
  }

  @Test
  void aDictionaryIsReplacedWhenTheDataChanges() {
    packUntilUsed("a", 2 * TO_USE, i -> Samples.block(1, i));
    Dictionary first = dictionaries.newestOf("t/a");
    int blocks = 0;
    while (dictionaries.newestOf("t/a") == first && blocks < 20_000) {
      pack("a", ZSTD, Samples.block(2, blocks++));
    }
    assertThat(dictionaries.newestOf("t/a")).isNotSameAs(first);
    assertThat(pack("a", ZSTD, Samples.block(2, blocks))).isEqualTo(Dictionaries.ID);
    assertThat(dictionaries.count()).as("the old blocks' dictionary is kept").isEqualTo(2);
  }

  @Test
  void anEarlierDictionaryIsUsedAfterATrial() {
    assertThat(dictionaries.add(Samples.dictionary("t/a", 1))).isTrue();
    assertThat(packUntilUsed("a", TO_USE, i -> Samples.block(1, i)))
        .isEqualTo(FamilyPacker.COMPARISONS);
    // One that does not suit is replaced.
    assertThat(dictionaries.add(Samples.dictionary("t/b", 3))).isTrue();
    assertThat(packUntilUsed("b", 2 * TO_USE, i -> Samples.block(2, i)))
        .isEqualTo(FamilyPacker.COMPARISONS + TO_USE);
  }

  @Test
  void theNumberOfCompressorsIsBounded() {
    Dictionary any = Samples.dictionary("t/any", 1);
    for (int family = 0; family < Dictionaries.MAX; family++) {
      String file = Character.toString((char) ('A' + family));
      assertThat(dictionaries.add(Samples.variant(any, "t/" + file, family))).isTrue();
      packUntilUsed(file, TO_USE, i -> Samples.block(1, i));
    }
    assertThat(packer.compressors()).isEqualTo(Dictionaries.MAX);
    // The dictionary used longest ago is that of the first family.
    assertThat(packUntilUsed("1", SAMPLES + 1, i -> Samples.block(1, i))).isEqualTo(SAMPLES + 1);
    assertThat(packer.compressors()).isEqualTo(Dictionaries.MAX);
    assertThat(pack("B", ZSTD, Samples.block(1, -1))).isEqualTo(Dictionaries.ID);
    assertThat(packUntilUsed("A", TO_USE, i -> Samples.block(1, i)))
        .as("a trial, without samples")
        .isEqualTo(FamilyPacker.COMPARISONS);
    assertThat(packer.compressors()).isEqualTo(Dictionaries.MAX);
  }

  @Test
  void moreFamiliesThanSampleAtATimeGetDictionaries() {
    int families = 6;
    int[] used = new int[families];
    for (int i = 0; i < families * TO_USE * 3; i++) {
      int family = i % families;
      String file = Character.toString((char) ('a' + family));
      used[family] += pack(file, ZSTD, Samples.block(family, i)) == Dictionaries.ID ? 1 : 0;
    }
    assertThat(used).doesNotContain(0);
  }
}
