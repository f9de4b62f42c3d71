package io.strata.readpath.metrics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What {@code METRICS.md} says that Prometheus reads: names of series, and the labels of each. */
final class MetersOnPage {
  private static final Path PAGE = Path.of("..", "docs", "METRICS.md");

  /** What Prometheus adds by itself, and the one of histograms. */
  private static final Set<String> LABELS_OF_ALL = Set.of("job", "instance", "le");

  /** A name of a series, with what is asked of its labels. */
  private static final Pattern SELECTOR =
      Pattern.compile("\\b(strata_\\w+)(?:\\{((?:[^}\"]|\"[^\"]*\")*)})?");

  private static final Pattern MATCHER = Pattern.compile("(\\w+)\\s*(=~|!~|!=|=)\\s*\"([^\"]*)\"");

  private final Map<String, Map<String, Set<String>>> labels = new HashMap<>();

  private MetersOnPage() {}

  static MetersOnPage read() throws IOException {
    MetersOnPage meters = new MetersOnPage();
    for (String line : Files.readAllLines(PAGE)) {
      if (line.startsWith("| `strata.")) {
        meters.add(Arrays.stream(line.split("\\|", -1)).map(String::strip).toList());
      }
    }
    return meters;
  }

  private void add(List<String> cells) {
    String series = cells.get(6).replace("`", "");
    Map<String, Set<String>> ofSeries = new HashMap<>();
    for (String tag : cells.get(4).split("; ", -1)) {
      int colon = tag.indexOf(':');
      if (colon > 0) {
        ofSeries.put(tag.substring(0, colon), Set.of(tag.substring(colon + 2).split(", ", -1)));
      }
    }
    boolean isTimer = cells.get(2).equals("timer");
    for (String end : isTimer ? List.of("_bucket", "_count", "_sum", "_max") : List.of("")) {
      labels.put(series + end, ofSeries);
    }
  }

  Set<String> series() {
    return labels.keySet();
  }

  /** A sentence for each name, label and value in a text that the page does not have. */
  Set<String> strangersIn(String text) {
    Set<String> strangers = new TreeSet<>();
    Matcher selector = SELECTOR.matcher(text);
    while (selector.find()) {
      String series = selector.group(1);
      Map<String, Set<String>> known = labels.get(series);
      if (known == null) {
        strangers.add("There is no metric " + series + ".");
      } else if (selector.group(2) != null) {
        Matcher asked = MATCHER.matcher(selector.group(2));
        while (asked.find()) {
          addStrangers(strangers, series, known, asked.group(1), asked.group(3));
        }
      }
    }
    return strangers;
  }

  private static void addStrangers(
      Set<String> strangers,
      String series,
      Map<String, Set<String>> known,
      String label,
      String values) {
    if (LABELS_OF_ALL.contains(label)) {
      return;
    }
    Set<String> may = known.get(label);
    if (may == null) {
      strangers.add("%s has no label %s.".formatted(series, label));
      return;
    }
    boolean isFree = label.equals("slot") || values.startsWith("$");
    for (String value : isFree ? Set.<String>of() : Set.of(values.split("\\|", -1))) {
      if (!may.contains(value)) {
        strangers.add("%s has no %s %s.".formatted(series, label, value));
      }
    }
  }
}
