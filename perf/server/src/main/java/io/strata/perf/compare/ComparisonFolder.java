package io.strata.perf.compare;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.common.Preflight;
import io.strata.perf.pair.PairedData;
import io.strata.perf.pair.PairedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The raw data of a comparison: a file for each pair of configurations, rewritten after each load.
 * Not thread-safe.
 */
final class ComparisonFolder {
  private static final String COMMAND = "Command";
  private static final String DATE = "Date";

  /** Facts that may differ when a run resumes. */
  private static final Set<String> VARYING = Set.of(COMMAND, DATE, "Load before the run");

  private final Path folder;
  private final Map<ComparedPair, PairedData> all = new EnumMap<>(ComparedPair.class);

  /**
   * Reads all data.
   *
   * @param folder of the raw data
   */
  ComparisonFolder(Path folder) throws IOException {
    this.folder = folder;
    for (ComparedPair pair : ComparedPair.values()) {
      Path file = folder.resolve(pair.file());
      if (Files.exists(file)) {
        all.put(pair, PairedData.read(file));
      }
    }
  }

  /**
   * Opens the folder of a run: a new one, or that of an interrupted run of the same comparison.
   *
   * @throws BenchException with the fix, if it holds something else
   */
  static ComparisonFolder open(Path folder, Facts facts) throws BenchException, IOException {
    Preflight.makeReportFolder(folder);
    ComparisonFolder opened = new ComparisonFolder(folder);
    for (PairedData each : opened.all()) {
      String differences = differences(each, facts);
      if (!differences.isEmpty()) {
        throw new BenchException(
            ("--output=%s: holds another comparison, begun by %s on %s, with %s. Repeat that command"
                    + " to resume it, or choose another folder.")
                .formatted(folder, each.facts().get(COMMAND), each.facts().get(DATE), differences));
      }
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (opened.all.isEmpty() && files.findAny().isPresent()) {
        throw new BenchException(
            "--output=%s: holds files that are not of a comparison. Choose another folder."
                .formatted(folder));
      }
    }
    return opened;
  }

  /** Returns each fact that must not differ and does, with both values. */
  private static String differences(PairedData data, Facts facts) {
    Map<String, String> theirs = fixed(data.facts(), data.small());
    Map<String, String> ours = fixed(facts.all(), facts.small());
    return Stream.concat(theirs.keySet().stream(), ours.keySet().stream())
        .distinct()
        .filter(name -> !Objects.equals(theirs.get(name), ours.get(name)))
        .map(
            name ->
                "%s %s, not %s"
                    .formatted(
                        name, theirs.getOrDefault(name, "none"), ours.getOrDefault(name, "none")))
        .collect(Collectors.joining("; "));
  }

  private static Map<String, String> fixed(Map<String, String> facts, boolean small) {
    Map<String, String> fixed = new LinkedHashMap<>(facts);
    fixed.keySet().removeAll(VARYING);
    fixed.put("Small", Boolean.toString(small));
    return fixed;
  }

  /** Returns the data of all pairs that have any, in the order of measurement. */
  List<PairedData> all() {
    return List.copyOf(all.values());
  }

  /** Returns whether a load has been measured. */
  boolean has(ComparedPair pair, ComparedLoad load) {
    PairedData data = all.get(pair);
    return data != null && data.runs().stream().anyMatch(run -> run.load().equals(load.title()));
  }

  /** Returns the facts without the time elapsed, since the run goes on. */
  private static Map<String, String> begun(Facts facts) {
    Map<String, String> begun = new LinkedHashMap<>(facts.all());
    begun.computeIfPresent(DATE, (name, date) -> date.replaceFirst(", [0-9:]+ minutes", ""));
    return begun;
  }

  /** Adds a measured load. */
  void add(ComparedPair pair, PairedRun run, Facts facts) throws IOException {
    PairedData before = all.get(pair);
    List<PairedRun> runs = new ArrayList<>(before == null ? List.of() : before.runs());
    runs.add(run);
    PairedData data =
        new PairedData(
            facts.small(),
            pair.first().title(),
            pair.second().title(),
            before == null ? begun(facts) : before.facts(),
            runs);
    data.write(folder.resolve(pair.file()));
    all.put(pair, data);
  }
}
