package io.strata.perf.common.results;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The commit and the date that a page, or a section of it, names among its facts.
 *
 * @param section the heading of the section; empty for the page
 * @param commit as {@code git} abbreviates it
 * @param date of the measurement, as {@code yyyy-MM-dd}; empty if none is named
 */
record Provenance(String section, String commit, String date) {
  /** A fact as {@code Facts} writes it, or as one of several on a line of older reports. */
  private static final Pattern COMMIT =
      Pattern.compile("^- .*?\\bStrata:? (?:\\S+-g)?([0-9a-f]{7,40})(?:-dirty)?\\b");

  private static final Pattern DATE =
      Pattern.compile("^- (?:Date|Begin): (\\d{4}-\\d{2}-\\d{2})(?!\\d)");

  /** Returns what the lines of a section name, or empty if they name no commit. */
  static Optional<Provenance> of(String section, List<String> lines) {
    return first(COMMIT, lines)
        .map(commit -> new Provenance(section, commit, first(DATE, lines).orElse("")));
  }

  private static Optional<String> first(Pattern fact, List<String> lines) {
    return lines.stream()
        .map(fact::matcher)
        .filter(Matcher::find)
        .map(found -> found.group(1))
        .findFirst();
  }
}
