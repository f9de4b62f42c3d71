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
 * Fuzzes all parsers: every {@code *FuzzTest} of every module, in parallel on all cores. {@code
 * -Dstrata.fuzz.target} selects those whose name contains it. By default each build tries the same
 * inputs, and equally many on any machine, so that a build finds a defect only if it changed
 * something. To search for more, {@code -Dstrata.fuzz.seconds} sets a time for each target, and
 * {@code -Dstrata.fuzz.seed=0} tries new inputs each time. A run begins with the corpus of the last
 * one, until {@code mvn clean}.
 *
 * <p>The unit tests run the same targets on their seeds only. Jazzer adds each failing input to the
 * seeds: fix the defect, give the file a descriptive name, and commit it.
 */
class FuzzIT {
  /** Inputs of each target in a build, few enough for any machine. */
  private static final long RUNS = 500;

  private static final long SECONDS = Long.getLong("strata.fuzz.seconds", 0);
  private static final int SEED = Integer.getInteger("strata.fuzz.seed", 1);
  private static final String TARGET = System.getProperty("strata.fuzz.target", "");

  @Test
  void noInputBreaksAParser() throws Exception {
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
