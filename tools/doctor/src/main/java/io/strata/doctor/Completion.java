package io.strata.doctor;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.PrintWriter;
import java.util.Map;
import java.util.TreeMap;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * {@code strata completion}: prints a completion script for shells.
 *
 * <p>Each command is a separate program, and most are in modules that this one does not depend on.
 * So they are loaded by name from the class path that the launcher sets. A release has fewer.
 */
public final class Completion {
  private static final Map<String, String> PROGRAMS =
      new TreeMap<>(
          Map.of(
              "compare", "io.strata.perf.compare.Compare",
              "demo", "io.strata.perf.demo.Demo",
              "record", "io.strata.perf.compare.RecordLoads",
              "replay", "io.strata.replay.Replay",
              "results", "io.strata.perf.common.results.Results"));

  private static final Map<String, String> BENCHMARKS =
      new TreeMap<>(
          Map.of(
              "engine", "io.strata.perf.bench.run.Bench",
              "flash", "io.strata.perf.flash.FlashBench",
              "hits", "io.strata.perf.bench.hits.HitsBench",
              "jmh", "io.strata.perf.bench.JmhBench",
              "object-store", "io.strata.perf.compare.ObjectStoreBench",
              "paired", "io.strata.perf.compare.PairedBench",
              "restart", "io.strata.perf.compare.RestartBench",
              "stream", "io.strata.perf.stream.StreamBench"));

  private Completion() {}

  /** Prints the completion script for bash and zsh. */
  public static void main(String[] args) {
    PrintWriter out = new PrintWriter(System.out, true, UTF_8);
    out.print(script());
    out.flush();
  }

  static String script() {
    CommandLine strata = Strata.commandLine(Map.of());
    PROGRAMS.forEach((name, program) -> add(strata, name, program));
    CommandLine bench = new CommandLine(CommandSpec.create());
    BENCHMARKS.forEach((name, program) -> add(bench, name, program));
    if (!bench.getSubcommands().isEmpty()) {
      strata.addSubcommand("bench", bench);
      // Part of the launcher, without a program.
      CommandSpec release = CommandSpec.create().addOption(OptionSpec.builder("--twice").build());
      strata.addSubcommand("release", new CommandLine(release));
    }
    strata.addSubcommand("help", new CommandLine(CommandSpec.create()));
    return AutoComplete.bash("strata", strata);
  }

  /** Adds a command; one that passes options on, such as JMH's, is completed by name only. */
  private static void add(CommandLine parent, String name, String program) {
    try {
      Class<?> type = Class.forName(program);
      boolean described = type.isAnnotationPresent(Command.class);
      parent.addSubcommand(
          name, described ? new CommandLine(type) : new CommandLine(CommandSpec.create()));
    } catch (ClassNotFoundException e) {
      // Not in a release.
    }
  }
}
