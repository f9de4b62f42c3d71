package io.strata.it.features;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.SplittableRandom;

/** JSON documents that share words with the other documents of their table. */
final class Documents {
  private static final int BYTES = 900;
  private static final int WORDS = 500;
  private static final int MIN_WORD = 4;

  private Documents() {}

  /** Returns the document of a row. */
  static byte[] of(String table, int row) {
    SplittableRandom random = new SplittableRandom(row);
    StringBuilder text = new StringBuilder();
    text.append("{\"id\":%d,\"name\":\"%s\"".formatted(row, word(table, random)));
    text.append(",\"email\":\"%s@%s.example\"".formatted(word(table, random), word(table, random)));
    text.append(",\"active\":%b,\"balance\":%d".formatted(random.nextBoolean(), random.nextInt()));
    text.append(",\"city\":\"%s\",\"text\":\"".formatted(word(table, random)));
    while (text.length() < BYTES) {
      text.append(word(table, random)).append(' ');
    }
    return text.append("\"}").toString().getBytes(UTF_8);
  }

  private static String word(String table, SplittableRandom random) {
    SplittableRandom letters = new SplittableRandom(table.hashCode() + random.nextInt(WORDS));
    return letters
        .ints(MIN_WORD + letters.nextInt(MIN_WORD), 'a', 'z' + 1)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }
}
