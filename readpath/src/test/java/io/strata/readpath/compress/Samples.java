package io.strata.readpath.compress;

import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

/** Blocks that share words, and dictionaries of them; without HBase's classes. */
final class Samples {
  static final int BLOCK = 4_096;

  private static final int WORD = 24;

  private Samples() {}

  /**
   * Returns a block.
   *
   * @param language blocks of one language share words
   */
  static byte[] block(int language, int number) {
    byte[] block = new byte[BLOCK];
    Random random = new Random(number);
    for (int at = 0; at < BLOCK; at += WORD + 8) {
      Random word = new Random(language * 1_000L + random.nextInt(500));
      for (int i = 0; i < WORD + 8 && at + i < BLOCK; i++) {
        block[at + i] = (byte) ('a' + (i < WORD ? word : random).nextInt(16));
      }
    }
    return block;
  }

  /** Returns one of many dictionaries that differ from another in one byte. */
  static Dictionary variant(Dictionary other, String family, int number) {
    byte[] content = other.content().clone();
    content[content.length - 1] = (byte) number;
    return new Dictionary(family, content);
  }

  /** Returns the dictionary of a language. */
  static Dictionary dictionary(String family, int language) {
    List<byte[]> blocks = IntStream.range(0, 300).mapToObj(i -> block(language, i)).toList();
    return new Dictionary(family, Objects.requireNonNull(NativeZstd.train(blocks, 16 << 10)));
  }
}
