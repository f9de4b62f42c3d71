package io.strata.readpath.config;

import static java.util.Comparator.comparingInt;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The list of every key of HBase's own block cache and of Strata. The table in {@code
 * docs/KEYS.md}, the checks and the log lines are generated from it.
 */
final class SettingKeys {
  /** The prefix of Strata's own keys. */
  static final String STRATA_PREFIX = "strata.";

  private static final List<SettingKey<?>> ALL =
      Stream.of(
              OffHeapKeys.ALL,
              OnHeapKeys.ALL,
              HBaseKeys.ALL,
              StrataKeys.ALL,
              FlashKeys.ALL,
              TraceKeys.ALL)
          .flatMap(List::stream)
          .toList();
  private static final Map<String, SettingKey<?>> BY_NAME =
      ALL.stream().collect(Collectors.toUnmodifiableMap(SettingKey::name, Function.identity()));

  private SettingKeys() {}

  static List<SettingKey<?>> all() {
    return ALL;
  }

  static boolean isKnown(String name) {
    return BY_NAME.containsKey(name);
  }

  /** Returns whether a name is that of a key whose value is never shown. */
  static boolean isSecret(String name) {
    SettingKey<?> key = BY_NAME.get(name);
    return key != null && key.secrecy() == SettingKey.Secrecy.SECRET;
  }

  /**
   * Returns the known key that ends with this name; else the one with the smallest edit distance,
   * and of several the one with the longest common beginning. Prefixes such as {@code hbase.} are
   * ignored.
   */
  static SettingKey<?> nearest(String name) {
    String bare = withoutPrefix(name);
    Comparator<SettingKey<?>> byDistance =
        comparingInt(key -> distance(bare, withoutPrefix(key.name())));
    return ALL.stream()
        .min(byDistance.thenComparingInt(key -> -commonPrefix(bare, withoutPrefix(key.name()))))
        .orElseThrow();
  }

  /** Returns the length of the common beginning of two names. */
  private static int commonPrefix(String one, String other) {
    int count = 0;
    while (count < Math.min(one.length(), other.length())
        && one.charAt(count) == other.charAt(count)) {
      count++;
    }
    return count;
  }

  private static int distance(String bare, String known) {
    return known.endsWith("." + bare) ? 0 : edits(bare, known);
  }

  /** Returns the table of all keys in Markdown, which ends with a line break. */
  static String markdownTable() {
    String head = "| key | unit | default | meaning | read by |\n|---|---|---|---|---|\n";
    return ALL.stream().map(SettingKeys::row).collect(Collectors.joining("", head, ""));
  }

  private static String row(SettingKey<?> key) {
    String fallback = key.defaultText().isEmpty() ? "–" : "`" + key.defaultText() + "`";
    String support =
        switch (key.support().by()) {
          case STRATA -> "Strata";
          case HBASE -> "HBase";
          case NONE -> "no effect: " + key.support().reason();
        };
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(key.name(), key.unit(), fallback, key.meaning(), support);
  }

  private static String withoutPrefix(String name) {
    return name.replaceFirst("^(strata|hbase|hfile)\\.", "");
  }

  /** Returns the Levenshtein distance. */
  private static int edits(String from, String to) {
    int[] above = new int[to.length() + 1];
    for (int j = 0; j <= to.length(); j++) {
      above[j] = j;
    }
    for (int i = 1; i <= from.length(); i++) {
      int[] row = new int[to.length() + 1];
      row[0] = i;
      for (int j = 1; j <= to.length(); j++) {
        int swap = above[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
        row[j] = Math.min(swap, 1 + Math.min(above[j], row[j - 1]));
      }
      above = row;
    }
    return above[to.length()];
  }
}
