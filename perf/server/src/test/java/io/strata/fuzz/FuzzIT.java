package io.strata.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.Markdown;
import io.strata.perf.common.Table;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/**
 * Fuzzes all that parses: every {@code *FuzzTest} of every module, as many at once as there are
 * cores. With {@code -Dstrata.fuzz.target} only those whose name holds that. By default each build
 * tries the same inputs, and as many on a fast machine as on a slow one: what is found, a build
 * finds that changed something. To look for more, {@code -Dstrata.fuzz.seconds} has each go on for
 * as long, and {@code -Dstrata.fuzz.seed=0} has it try others each time. A run begins with the
 * inputs that the last one found worth keeping, until {@code mvn clean}.
 *
 * <p>The unit tests run the same targets on their seeds alone, to which Jazzer adds each input that
 * breaks one: mend what it found, give the file a name that says what it is, and commit it.
 */
class FuzzIT {
  /** So many inputs of each in a build, which any machine gets through. */
  private static final long RUNS = 1_000;

  private static final long SECONDS = Long.getLong("strata.fuzz.seconds", 0);
  private static final int SEED = Integer.getInteger("strata.fuzz.seed", 1);
  private static final String TARGET = System.getProperty("strata.fuzz.target", "");

  @Test
  void noInputBreaksWhatParsesIt() throws Exception {
    Path folder = Files.createDirectories(BuildTree.root().resolve("perf/server/target/fuzz"));
    List<FuzzTarget> targets =
        FuzzTarget.all().stream().filter(each -> each.className().contains(TARGET)).toList();
    assertThat(targets).as("fuzz targets with %s in their name", TARGET).isNotEmpty();

    List<FuzzRun> runs = run(targets, folder);

    System.out.println(table(runs));
    assertThat(runs).allSatisfy(run -> assertThat(run.failure()).as("%s", run.log()).isEmpty());
    assertThat(runs).allSatisfy(run -> assertThat(run.coverage()).as("%s", run).isPositive());
  }

  private static List<FuzzRun> run(List<FuzzTarget> targets, Path folder) throws Exception {
    ExecutorService cores =
        Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
    try {
      List<Future<FuzzRun>> started = new ArrayList<>();
      for (FuzzTarget target : targets) {
        started.add(
            cores.submit(
                () ->
                    FuzzRun.of(target, SECONDS == 0 ? RUNS : FuzzRun.ANY, SECONDS, SEED, folder)));
      }
      List<FuzzRun> runs = new ArrayList<>();
      for (Future<FuzzRun> each : started) {
        runs.add(each.get());
      }
      return runs;
    } finally {
      cores.shutdownNow();
    }
  }

  private static String table(List<FuzzRun> runs) {
    Table table = new Table("target", "runs", "coverage", "crashes");
    for (FuzzRun run : runs) {
      table.add(
          run.target().simpleName(),
          String.format(Locale.ROOT, "%,d", run.runs()),
          Long.toString(run.coverage()),
          run.failure().isEmpty() ? "0" : "1");
    }
    return Markdown.of(table);
  }
}
