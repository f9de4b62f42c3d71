package io.strata.perf.common.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.Folder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code ./strata results} on a small git repository, and its check of this repository. */
class ResultsTest {
  private static final String RESTART = "perf/results/RESTART.md";

  @TempDir Path folder;
  private SmallRepository repository;

  /** What a run has printed, and its exit code. */
  private record Run(int status, String out) {
    static Run of(Path root, String... arguments) {
      StringWriter out = new StringWriter();
      CommandLine line = Results.commandLine(new Results(root));
      line.setOut(new PrintWriter(out, true));
      int status = line.execute(arguments);
      return new Run(status, out.toString());
    }

    /** Returns the table's row of a page, without those of its sections, with single spaces. */
    String row(String page) {
      List<String> rows = rows(page, row -> row.matches("\\| [^|]+\\| [^|]+\\| \\|.*"));
      assertThat(rows).as("rows of %s", page).hasSize(1);
      return rows.get(0) + "\n";
    }

    /** Returns the table's row of a section of a page, with single spaces. */
    String row(String page, String section) {
      List<String> rows = rows(page, row -> row.contains("| " + section + " |"));
      assertThat(rows).as("rows of %s in %s", section, page).hasSize(1);
      return rows.get(0) + "\n";
    }

    private List<String> rows(String page, Predicate<String> which) {
      return out.lines()
          .filter(line -> line.startsWith("| " + page))
          .map(line -> line.replaceAll(" +", " "))
          .filter(which)
          .toList();
    }
  }

  @BeforeEach
  void createRepository() throws IOException, InterruptedException {
    repository = new SmallRepository(folder.resolve("repository"));
  }

  @Test
  void publishedResultsOfThisRepositoryAreConsistent() {
    Run run = Run.of(SmallRepository.repository(), "--check");

    assertThat(run.out()).endsWith("No problems.\n");
    assertThat(run.status()).isZero();
  }

  @Test
  void resultsAreCurrentUntilAnEngineChanges() throws Exception {
    repository.commit("l2-bucket/src/test/java/EngineTest.java", "class EngineTest {}");
    repository.commit("perf/server/src/main/java/Bench.java", "class Bench {}");
    assertThat(list().row("RESTART.md"))
        .startsWith("| RESTART.md | a restarted RegionServer | | " + repository.first() + " | 20")
        .endsWith(" | current |\n");

    repository.changeEngine("class Engine { int a; }");
    assertThat(list().row("RESTART.md")).endsWith("| older: 1 change |\n");

    repository.commit("readpath/src/main/java/Adapter.java", "class Adapter {}");
    assertThat(list().row("RESTART.md")).endsWith("| older: 2 changes |\n");
  }

  @Test
  void resultMeasuredAgainIsCurrent() throws Exception {
    String later = repository.changeEngine("class Engine { int a; }").substring(0, 7);
    repository.replace(RESTART, "Strata: " + repository.first(), "Strata: " + later);

    assertThat(list().row("RESTART.md")).endsWith("| current |\n");
    assertThat(list().row("MOVING.md")).endsWith("| older: 1 change |\n");
  }

  @Test
  void sectionsWithCommitsOfTheirOwnAreListed() {
    assertThat(list().row("HIT-RATIO.md", "On a server"))
        .contains("| On a server | " + repository.first() + " |");
  }

  @Test
  void consistentResultsPassTheCheck() {
    assertThat(check()).isEqualTo(new Run(0, "No problems.\n"));
  }

  @Test
  void pageWithoutCommitIsAProblem() throws Exception {
    repository.replace("perf/results/FLASH.md", "Strata:? " + repository.first(), "Strata");

    assertThat(check().status()).isEqualTo(1);
    assertThat(check().out())
        .contains("perf/results/FLASH.md: names no commit. Add the fact \"- Strata: <commit>\".\n");
    assertThat(list().row("FLASH.md")).contains("| none |");
  }

  @Test
  void commitThatDoesNotExistIsAProblem() throws Exception {
    repository.replace("perf/results/STREAMS.md", repository.first(), "0123456789a");

    assertThat(check().status()).isEqualTo(1);
    assertThat(check().out())
        .contains(
            "perf/results/STREAMS.md: names the commit 0123456789a, which this repository does not"
                + " have. Name one that it has.\n");
    assertThat(list().row("STREAMS.md")).endsWith("| unknown commit |\n");
  }

  @Test
  void unknownCommitInAShallowCloneIsNoProblem() throws Exception {
    Path clone = repository.shallowClone(folder.resolve("clone"));

    Run check = Run.of(clone, "--check");

    assertThat(check.out())
        .isEqualTo(
            """
            Commits are not checked: the clone is shallow. Run git fetch --unshallow.
            No problems.
            """);
    assertThat(check.status()).isZero();
    assertThat(Run.of(clone).row("RESTART.md")).endsWith("| unknown: a shallow clone |\n");
  }

  @Test
  void folderWithoutHistoryIsNoProblem() throws Exception {
    Folder.delete(repository.root().resolve(".git"));

    assertThat(check().out())
        .isEqualTo(
            """
            Commits are not checked: this folder has no history, or git is not installed.
            No problems.
            """);
    assertThat(list().row("RESTART.md")).endsWith("| unknown: no history here |\n");
  }

  @Test
  void figureInTheReadmeThatDiffersFromThePageIsAProblem() throws Exception {
    repository.replace("README.md", "(first 10 s after a restart) \\| [0-9.]+", "$1 | 0.999");

    assertProblem(
        "README.md, figures: differs from the published results. Run ./mvnw -Pdocs test.");
  }

  @Test
  void pageThatDiffersFromTheIndexIsAProblem() throws Exception {
    repository.replace(RESTART, "(hit ratio, first 10 s *\\|) *[0-9.]+", "$1 0.999");

    assertProblem(
        "perf/results/README.md, index: differs from the published results. Run ./mvnw -Pdocs"
            + " test.");
  }

  @Test
  void quotedRowThatAPageNoLongerHasIsAProblem() throws Exception {
    repository.replace(
        "perf/results/RESULTS.md", "\\| inserts dropped, fraction ", "| inserts lost ");

    assertProblem(
        "perf/results/RESULTS.md: has no row \"inserts dropped, fraction\". Name the row as the page"
            + " does.");
  }

  @Test
  void pageThatTheIndexLacksIsAProblem() throws Exception {
    Files.writeString(
        repository.root().resolve("perf/results/OTHER.md"),
        "# Other\n\n- Strata: " + repository.first() + "\n");

    assertProblem("perf/results/OTHER.md: is not in the index. Add it to Benchmark.");
  }

  private Run list() {
    return Run.of(repository.root());
  }

  private Run check() {
    return Run.of(repository.root(), "--check");
  }

  private void assertProblem(String problem) {
    assertThat(check()).isEqualTo(new Run(1, problem + "\n1 problem.\n"));
  }
}
