package io.strata.replay;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.replay.engine.EnginePolicy;
import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Lru;
import io.strata.replay.trace.Recording;
import io.strata.replay.trace.SampleTraces;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** {@code ./replay}: prints hit ratios on published traces. */
@Command(
    name = "./replay",
    mixinStandardHelpOptions = true,
    version = "Strata",
    description = {
      "Replays published traces on the off-heap engine, and prints which share of the accesses it"
          + " hits, in percent, beside LRU and Belady's optimum, as a table in Markdown.",
      "",
      "The optimum knows what comes: no policy reaches it."
    })
public final class Replay implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--traces",
      split = ",",
      paramLabel = "<name>",
      description = "Which traces. Default: all.")
  private List<String> traces = SampleTraces.titles();

  @Option(
      names = "--percents",
      split = ",",
      paramLabel = "<n>",
      description = "Sizes of the cache, in percent of the trace's blocks. Default: 1,5,10,20,50.")
  private List<Integer> percents = List.of(1, 5, 10, 20, 50);

  @Option(
      names = "--trace-files",
      split = ",",
      paramLabel = "<path>",
      description = {
        "Replays look-ups of data blocks that a server has recorded, of a file or of all in a folder."
      })
  private List<Path> recordings = List.of();

  @Option(
      names = "--show",
      split = ",",
      paramLabel = "<path>",
      description = "Says what a server has recorded, and replays nothing.")
  private List<Path> shown = List.of();

  private Replay() {}

  /** The program. */
  public static void main(String... arguments) {
    System.exit(
        run(
            new PrintWriter(System.out, true, UTF_8),
            new PrintWriter(System.err, true, UTF_8),
            arguments));
  }

  static int run(PrintWriter out, PrintWriter err, String... arguments) {
    return new CommandLine(new Replay())
        .setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(Replay::explain)
        .execute(arguments);
  }

  /** What a trace or the engine says of itself is for people; anything else is a defect. */
  private static int explain(Exception e, CommandLine command, ParseResult parsed)
      throws Exception {
    if (e instanceof IOException || e instanceof IllegalStateException) {
      command.getErr().println(e.getMessage());
      return ExitCode.SOFTWARE;
    }
    throw e;
  }

  @Override
  public Integer call() throws IOException {
    if (!shown.isEmpty()) {
      for (Path each : shown) {
        spec.commandLine().getOut().print(RecordingSummary.of(each));
      }
      spec.commandLine().getOut().flush();
      return 0;
    }
    if (!recordings.isEmpty()
        && !spec.commandLine().getParseResult().hasMatchedOption("--traces")) {
      traces = List.of();
    }
    List<SampleTraces> chosen = new ArrayList<>();
    for (String name : traces) {
      chosen.add(
          SampleTraces.named(name)
              .orElseThrow(
                  () ->
                      new ParameterException(
                          spec.commandLine(),
                          "There is no trace "
                              + name
                              + ": choose of "
                              + String.join(", ", SampleTraces.titles())
                              + ".")));
    }
    for (int percent : percents) {
      if (percent < 1 || percent > 100) {
        throw new ParameterException(
            spec.commandLine(), "--percents=" + percent + " is no size: give 1 to 100.");
      }
    }
    HitRatios ratios =
        new HitRatios(List.of(new Belady(), new Lru(), new EnginePolicy()), percents);
    PrintWriter out = spec.commandLine().getOut();
    out.print(ratios.head());
    for (SampleTraces each : chosen) {
      out.print(ratios.rowsOf(each.read()));
      out.flush();
    }
    for (Path each : recordings) {
      Recording recording = Recording.read(each);
      recording.warnings().forEach(spec.commandLine().getErr()::println);
      out.print(ratios.rowsOf(recording.trace()));
      out.flush();
    }
    out.print(ratios.means());
    out.flush();
    return 0;
  }
}
