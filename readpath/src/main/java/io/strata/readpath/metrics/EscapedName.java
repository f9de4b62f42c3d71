package io.strata.readpath.metrics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Escapes a name that users choose, so that it can be a part of a metric's name. The result has
 * letters, digits and underscores only. Distinct names have distinct results, even in lower case,
 * to which HBase's own Prometheus servlet converts them.
 *
 * <p>Lower-case letters and digits stay. {@code _} becomes {@code __}; {@code .}, {@code -} and
 * {@code :} become {@code _dot_}, {@code _dash_} and {@code _colon_}; capital letters {@code ABC}
 * become {@code _up_ABC_}; any other character becomes its code point, as in {@code _x7e_}. No
 * escape is a prefix of another, so the result can be decoded from left to right. No escape is a
 * tag's key between underscores, so a key always ends the value before it.
 */
final class EscapedName {
  private static final Pattern ESCAPED = Pattern.compile("[A-Z]+|[^a-z0-9]");

  private EscapedName() {}

  static String of(String name) {
    return ESCAPED.matcher(name).replaceAll(part -> Matcher.quoteReplacement(escape(part.group())));
  }

  private static String escape(String part) {
    return switch (part) {
      case "_" -> "__";
      case "." -> "_dot_";
      case "-" -> "_dash_";
      case ":" -> "_colon_";
      default -> {
        int first = part.codePointAt(0);
        yield first >= 'A' && first <= 'Z' ? "_up_" + part + "_" : "_x%x_".formatted(first);
      }
    };
  }
}
