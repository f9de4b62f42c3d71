package io.strata.readpath.metrics;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A user's name as a part of a metric's name, in letters, digits and underscores: distinct for
 * distinct names, also where all letters are made lower case, as HBase's own page for Prometheus
 * does.
 *
 * <p>Lower-case letters and digits stand for themselves, {@code __} for an underscore, {@code
 * _dot_}, {@code _dash_} and {@code _colon_} for these characters, {@code _up_ABC_} for the capital
 * letters {@code ABC}, {@code _x7e_} for any other character by its code point. None of these
 * begins another, so the name can be read back from left to right; and none is a tag's key between
 * underscores, so a key ends the value before it.
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
