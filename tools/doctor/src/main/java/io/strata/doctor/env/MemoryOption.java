package io.strata.doctor.env;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options of a JVM that bound a part of its memory. Of several the last counts. */
public enum MemoryOption {
  HEAP("-Xmx", "-XX:MaxHeapSize="),
  FIRST_HEAP("-Xms", "-XX:InitialHeapSize="),
  DIRECT("-XX:MaxDirectMemorySize="),
  METADATA("-XX:MaxMetaspaceSize="),
  CODE("-XX:ReservedCodeCacheSize="),
  STACK("-Xss");

  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmgt]?)");
  private static final String UNITS = "kmgt";
  private static final int BITS_OF_A_UNIT = 10;

  @SuppressWarnings("ImmutableEnumChecker") // it is made by List.of
  private final List<String> beginnings;

  MemoryOption(String... beginnings) {
    this.beginnings = List.of(beginnings);
  }

  /** How it begins, as most people write it. */
  public String usual() {
    return beginnings.get(0);
  }

  /** Whether a word is this option. */
  public boolean isIn(String word) {
    return textIn(word).isPresent();
  }

  /** Bytes, as the JVM reads them; empty where it would not understand the number. */
  public OptionalLong bytesIn(String word) {
    Matcher size = SIZE.matcher(textIn(word).orElse("").toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      return OptionalLong.empty();
    }
    int shift = BITS_OF_A_UNIT * (1 + UNITS.indexOf(size.group(2)));
    long number = Long.parseLong(size.group(1));
    long bytes = size.group(2).isEmpty() ? number : number << shift;
    boolean isWhole = size.group(2).isEmpty() || bytes >> shift == number;
    return isWhole ? OptionalLong.of(bytes) : OptionalLong.empty();
  }

  private Optional<String> textIn(String word) {
    return beginnings.stream()
        .filter(word::startsWith)
        .findFirst()
        .map(beginning -> word.substring(beginning.length()));
  }
}
