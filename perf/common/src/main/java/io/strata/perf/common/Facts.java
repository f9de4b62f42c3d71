package io.strata.perf.common;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The header of a report: the facts about the run and the machine. Create it when the run begins
 * and add it to the report when the run is over; it includes the elapsed time. Not thread-safe.
 */
public final class Facts {
  private final ZonedDateTime begun = ZonedDateTime.now(ZoneOffset.UTC);
  private final boolean small;
  private final Map<String, String> facts = new LinkedHashMap<>();

  /**
   * Creates the facts that every run has.
   *
   * @param command the command line as typed
   * @param rounds the number of repetitions, in words
   * @param small whether the run is too short for meaningful figures
   */
  public Facts(String command, String rounds, boolean small) {
    this.small = small;
    add("Command", "`" + command.strip() + "`");
    add("Date", rounds);
    add(
        "Machine",
        String.format(
            Locale.ROOT,
            "%d cores, %s, %.1f GB of memory; %s",
            Machine.cores(),
            Machine.processor(),
            Machine.memoryBytes() / 1e9,
            Machine.system()));
    add("JDK", Machine.jdk());
    add("Strata", System.getProperty("strata.revision", "of this working tree"));
  }

  /** Adds a fact. */
  public Facts add(String name, String value) {
    facts.put(name, value);
    return this;
  }

  /** Returns whether the run is too short for meaningful figures. */
  public boolean small() {
    return small;
  }

  /** Returns all facts by name, with the time elapsed since the run began. */
  public Map<String, String> all() {
    Duration took = Duration.between(begun, ZonedDateTime.now(ZoneOffset.UTC));
    Map<String, String> all = new LinkedHashMap<>(facts);
    all.computeIfPresent(
        "Date",
        (name, rounds) ->
            String.format(
                Locale.ROOT,
                "%tF %<tR UTC, %d:%02d minutes, %s",
                begun,
                took.toMinutes(),
                took.toSecondsPart(),
                rounds));
    return all;
  }

  /** Adds all facts to a report, preceded by a warning if the run is small. */
  public void addTo(Report report) {
    addTo(report, small, all());
  }

  /** Adds the facts of a finished run to a report, as {@link #addTo(Report)} does. */
  public static void addTo(Report report, boolean small, Map<String, String> all) {
    if (small) {
      report.text("**A small run: the figures are not meaningful.**");
    }
    report.facts(all);
  }
}
