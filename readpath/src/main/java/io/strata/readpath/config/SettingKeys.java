package io.strata.readpath.config;

import static java.util.Comparator.comparingInt;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The one list of every key that HBase's own block cache or Strata knows. The table in {@code
 * docs/KEYS.md}, the checks and the log lines are all drawn from it.
 */
final class SettingKeys {
  /** The prefix of the keys that are Strata's own. */
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

  /** Returns whether a name is that of a key whose value is shown to no one. */
  static boolean isSecret(String name) {
    SettingKey<?> key = BY_NAME.get(name);
    return key != null && key.secrecy() == SettingKey.Secrecy.SECRET;
  }

  /**
   * The known key that ends with this name, or else the one whose name is the fewest edits away,
   * and of several such the one that begins alike for longest; prefixes are left aside.
   */
  static SettingKey<?> nearest(String name) {
    String bare = withoutPrefix(name);
    Comparator<SettingKey<?>> byDistance =
        comparingInt(key -> distance(bare, withoutPrefix(key.name())));
    return ALL.stream()
        .min(byDistance.thenComparingInt(key -> -alike(bare, withoutPrefix(key.name()))))
        .orElseThrow();
  }

  /** How many characters two names begin with alike. */
  private static int alike(String one, String other) {
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

  /** The table of all keys in Markdown, ending with a line break. */
  static String markdownTable() {
    String head = "| key | unit | default | meaning | honoured |\n|---|---|---|---|---|\n";
    return ALL.stream().map(SettingKeys::row).collect(Collectors.joining("", head, ""));
  }

  private static String row(SettingKey<?> key) {
    String fallback = key.defaultText().isEmpty() ? "–" : "`" + key.defaultText() + "`";
    String honoured =
        switch (key.honoured().by()) {
          case STRATA -> "by Strata";
          case HBASE -> "by HBase";
          case NOBODY -> "no: " + key.honoured().reason();
        };
    return "| `%s` | %s | %s | %s | %s |\n"
        .formatted(key.name(), key.unit(), fallback, key.meaning(), honoured);
  }

  private static String withoutPrefix(String name) {
    return name.replaceFirst("^(strata|hbase|hfile)\\.", "");
  }

  /** Levenshtein's distance. */
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
