package io.strata.doctor.env;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JVM's options that limit a part of its memory. If one is repeated, the last counts. */
public enum MemoryOption {
  HEAP("-Xmx", "-XX:MaxHeapSize="),
  FIRST_HEAP("-Xms", "-XX:InitialHeapSize="),
  DIRECT("-XX:MaxDirectMemorySize="),
  METADATA("-XX:MaxMetaspaceSize="),
  CODE("-XX:ReservedCodeCacheSize="),
  STACK("-Xss");

  private static final Pattern SIZE = Pattern.compile("(\\d{1,18})([kmgt]?)");
  private static final String UNITS = "kmgt";
  private static final int BITS_PER_UNIT = 10;

  @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
  private final List<String> prefixes;

  MemoryOption(String... prefixes) {
    this.prefixes = List.of(prefixes);
  }

  /** Returns the option's usual prefix. */
  public String flag() {
    return prefixes.get(0);
  }

  /** Returns whether a word is this option. */
  public boolean isIn(String word) {
    return textIn(word).isPresent();
  }

  /** Returns the bytes as the JVM parses them; empty if it would reject the number. */
  public OptionalLong bytesIn(String word) {
    Matcher size = SIZE.matcher(textIn(word).orElse("").toLowerCase(Locale.ROOT));
    if (!size.matches()) {
      return OptionalLong.empty();
    }
    int shift = BITS_PER_UNIT * (1 + UNITS.indexOf(size.group(2)));
    long number = Long.parseLong(size.group(1));
    long bytes = size.group(2).isEmpty() ? number : number << shift;
    boolean isWhole = size.group(2).isEmpty() || bytes >> shift == number;
    return isWhole ? OptionalLong.of(bytes) : OptionalLong.empty();
  }

  private Optional<String> textIn(String word) {
    return prefixes.stream()
        .filter(word::startsWith)
        .findFirst()
        .map(prefix -> word.substring(prefix.length()));
  }
}
