package io.strata.perf.common.results;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Program;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code ./strata results}: lists the published results and their age. */
@Command(
    name = "./strata results",
    mixinStandardHelpOptions = true,
    description =
        "Lists the published results: what each measures, at which commit, and how many commits"
            + " have changed the main code of the engines since.",
    footer = {"", "Exit status: 0; with --check 1 if there is a problem; 2 for an invalid option."})
public final class Results implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--check",
      description =
          "Prints problems only: a page that names no commit or one that the repository does not"
              + " have, and quoted figures that differ from the page. Commits are not checked in a"
              + " shallow clone.")
  private boolean check;

  private final Path root;

  /** Creates the command for a repository, by its root folder. */
  Results(Path root) {
    this.root = root;
  }

  /** Creates the command for the repository of the launcher. */
  public Results() {
    this(Path.of(System.getProperty("strata.home", "")).toAbsolutePath());
  }

  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(commandLine(new Results()).execute(args));
  }

  /** Returns the command line. */
  static CommandLine commandLine(Results results) {
    return Program.of(results);
  }

  @Override
  public Integer call() throws IOException, InterruptedException, BenchException {
    PublishedResults results = new PublishedResults(root);
    PrintWriter out = spec.commandLine().getOut();
    String unchecked = results.unchecked();
    if (!unchecked.isEmpty()) {
      out.println(unchecked);
    }
    if (!check) {
      out.print(Markdown.of(results.table()));
      out.flush();
      return CommandLine.ExitCode.OK;
    }
    Set<String> problems = results.problems();
    problems.forEach(out::println);
    out.println(
        switch (problems.size()) {
          case 0 -> "No problems.";
          case 1 -> "1 problem.";
          default -> problems.size() + " problems.";
        });
    return problems.isEmpty() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
  }
}
