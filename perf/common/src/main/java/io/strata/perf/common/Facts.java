package io.strata.perf.common;

import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The head of a report: what a reader must know of the run and of the machine. Make it when the run
 * begins, and ask for its text when it is over. Not thread-safe.
 */
public final class Facts {
  private final ZonedDateTime begun = ZonedDateTime.now(ZoneOffset.UTC);
  private final String command;
  private final String rounds;
  private final boolean small;
  private final Map<String, String> more = new LinkedHashMap<>();

  /**
   * Begins with the facts that every run has.
   *
   * @param command as it was typed
   * @param rounds how often it measures, in words
   * @param small whether the run is too short for its figures to be meaningful
   */
  public Facts(String command, String rounds, boolean small) {
    this.command = command.strip();
    this.rounds = rounds;
    this.small = small;
  }

  /** Adds a fact. */
  public Facts add(String name, String value) {
    more.put(name, value);
    return this;
  }

  /** Returns a list in Markdown, below a warning if the run is small. */
  public String text() {
    Duration took = Duration.between(begun, ZonedDateTime.now(ZoneOffset.UTC));
    StringBuilder text = new StringBuilder();
    if (small) {
      text.append("**A small run: the figures are not meaningful.**\n\n");
    }
    text.append(
        String.format(
            Locale.ROOT,
            """
            - Command: `%s`
            - Date: %s, %d:%02d minutes, %s
            - Machine: %d cores, %s, %.1f GB of memory; %s
            - JDK: %s
            - Strata: %s
            """,
            command,
            begun.format(DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm 'UTC'", Locale.ROOT)),
            took.toMinutes(),
            took.toSecondsPart(),
            rounds,
            Machine.cores(),
            Machine.processor(),
            Machine.memoryBytes() / 1e9,
            Machine.system(),
            Machine.jdk(),
            System.getProperty("strata.revision", "of this working tree")));
    more.forEach((name, value) -> text.append("- %s: %s%n".formatted(name, value)));
    return text.toString();
  }
}
