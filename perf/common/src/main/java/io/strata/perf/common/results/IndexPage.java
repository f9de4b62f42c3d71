package io.strata.perf.common.results;

import static java.util.stream.Collectors.joining;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Markdown;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The index of all published results: method and main result of each. Stateless. */
final class IndexPage {
  private static final String METHOD = "../../docs/BENCHMARKS.md";

  private IndexPage() {}

  /**
   * Returns the sections of the index in Markdown.
   *
   * @param folder of all results
   * @throws BenchException if a page lacks a row or a commit
   */
  static String text(Path folder) throws BenchException, IOException {
    Markdown index = new Markdown();
    for (Benchmark benchmark : Benchmark.values()) {
      if (Files.exists(folder.resolve(benchmark.page()))) {
        add(index, benchmark, ResultPage.read(folder, benchmark.page()));
      }
    }
    return index.toString();
  }

  private static void add(Markdown index, Benchmark benchmark, ResultPage page)
      throws BenchException {
    String measures = benchmark.measures();
    String link = "[%s](%s)".formatted(benchmark.page(), benchmark.page());
    String method =
        benchmark.anchor().isEmpty()
            ? ""
            : " [The whole method](%s#%s).".formatted(METHOD, benchmark.anchor());
    index
        .section(measures.substring(0, 1).toUpperCase(Locale.ROOT) + measures.substring(1))
        .text("%s, %s.".formatted(link, commits(page)))
        .text(benchmark.method().strip() + method);
    if (!benchmark.rows().isEmpty()) {
      index.table(page.excerpt(benchmark.section(), benchmark.rows()));
    }
  }

  private static String commits(ResultPage page) {
    return page.provenance().stream().map(IndexPage::commit).collect(joining("; "));
  }

  private static String commit(Provenance source) {
    String subject = source.section().isEmpty() ? "measured" : "*" + source.section() + "*";
    String date = source.date().isEmpty() ? "" : " on " + source.date();
    return "%s%s at commit `%s`".formatted(subject, date, source.commit());
  }
}
