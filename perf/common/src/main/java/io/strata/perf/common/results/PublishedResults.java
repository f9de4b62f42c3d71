package io.strata.perf.common.results;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Table;
import io.strata.perf.common.chart.RatioChart.Theme;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/** All published results of a repository, and their age in changes to the engines. Stateless. */
public final class PublishedResults {
  /** Where the main code of the engines is. */
  static final List<String> ENGINES =
      List.of("l1-onheap/src/main", "l2-bucket/src/main", "l3-flash/src/main", "readpath/src/main");

  private static final String FOLDER = "perf/results";
  private static final String IMAGES = "docs/images/";
  private static final String INDEX = "README.md";

  private final Path root;
  private final Path folder;
  private final GitHistory history;

  /** Opens the results of a repository, by its root folder. */
  public PublishedResults(Path root) {
    this.root = root;
    this.folder = root.resolve(FOLDER);
    this.history = new GitHistory(root);
  }

  /**
   * Returns all parts of documents that are generated from published results.
   *
   * @throws BenchException if a page lacks a row, a figure or a commit
   */
  public List<GeneratedPart> parts() throws BenchException, IOException {
    return List.of(
        new GeneratedPart("README.md", "figures", FrontPage.text(folder)),
        new GeneratedPart(IMAGES + "ratios-light.svg", "", FrontPage.chart(folder, Theme.LIGHT)),
        new GeneratedPart(IMAGES + "ratios-dark.svg", "", FrontPage.chart(folder, Theme.DARK)),
        new GeneratedPart(FOLDER + "/" + INDEX, "index", IndexPage.text(folder)));
  }

  /** Returns a row for each commit that a page names. */
  Table table() throws IOException, InterruptedException, BenchException {
    Table table = new Table("report", "measures", "section", "commit", "date", "engines");
    for (Map.Entry<String, String> each : pages().entrySet()) {
      List<Provenance> sources = ResultPage.read(folder, each.getKey()).provenance();
      for (Provenance source : sources) {
        table.add(
            each.getKey(),
            each.getValue(),
            source.section(),
            source.commit(),
            source.date(),
            age(source.commit()));
      }
      if (sources.isEmpty()) {
        table.add(each.getKey(), each.getValue(), "", "none", "", "unknown");
      }
    }
    return table;
  }

  /** Returns what has happened to the engines since a commit. */
  private String age(String commit) throws IOException, InterruptedException, BenchException {
    if (!history.exists()) {
      return "unknown: no history here";
    }
    if (!history.has(commit)) {
      return history.isShallow() ? "unknown: a shallow clone" : "unknown commit";
    }
    int changes = history.changesSince(commit, ENGINES);
    return changes == 0
        ? "current"
        : "older: %,d change%s".formatted(changes, changes == 1 ? "" : "s");
  }

  /** Returns a message for each problem of the published results. */
  Set<String> problems() throws IOException, InterruptedException {
    Set<String> problems = new LinkedHashSet<>();
    for (Map.Entry<String, String> each : pages().entrySet()) {
      if (each.getValue().isEmpty()) {
        problems.add(
            "%s/%s: is not in the index. Add it to Benchmark.".formatted(FOLDER, each.getKey()));
      }
      addProblems(problems, each.getKey());
    }
    try {
      for (GeneratedPart part : parts()) {
        if (!part.isCurrent(root)) {
          problems.add(
              "%s%s: differs from the published results. Run ./mvnw -Pdocs test."
                  .formatted(part.page(), part.isWhole() ? "" : ", " + part.name()));
        }
      }
    } catch (BenchException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    return problems;
  }

  private void addProblems(Set<String> problems, String page)
      throws IOException, InterruptedException {
    List<Provenance> sources = ResultPage.read(folder, page).provenance();
    if (sources.isEmpty()) {
      problems.add(
          "%s/%s: names no commit. Add the fact \"- Strata: <commit>\".".formatted(FOLDER, page));
    }
    if (!history.exists() || history.isShallow()) {
      return;
    }
    for (Provenance source : sources) {
      if (!history.has(source.commit())) {
        problems.add(
            "%s/%s: names the commit %s, which this repository does not have. Name one that it has."
                .formatted(FOLDER, page, source.commit()));
      }
    }
  }

  /** Returns why commits are not checked here; empty if they are. */
  String unchecked() throws IOException, InterruptedException {
    if (!history.exists()) {
      return "Commits are not checked: this folder has no history, or git is not installed.";
    }
    return history.isShallow()
        ? "Commits are not checked: the clone is shallow. Run git fetch --unshallow."
        : "";
  }

  /** Returns what each page measures, by its path; empty for one that {@link Benchmark} lacks. */
  private Map<String, String> pages() throws IOException {
    Map<String, String> pages = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder)) {
      all.map(page -> page.getFileName().toString())
          .filter(name -> name.endsWith(".md") && !name.equals(INDEX))
          .forEach(name -> pages.put(name, ""));
    }
    if (Files.isDirectory(folder.resolve("reports"))) {
      try (Stream<Path> all = Files.list(folder.resolve("reports"))) {
        all.filter(report -> Files.exists(report.resolve("summary.md")))
            .map(report -> "reports/" + report.getFileName() + "/summary.md")
            .forEach(name -> pages.put(name, Benchmark.COMPARE.measures()));
      }
    }
    for (Benchmark each : Benchmark.values()) {
      pages.computeIfPresent(each.page(), (page, none) -> each.measures());
    }
    return pages;
  }
}
