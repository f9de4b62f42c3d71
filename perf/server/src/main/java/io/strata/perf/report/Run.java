package io.strata.perf.report;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import io.strata.perf.data.Sample;
import io.strata.perf.data.SampleKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** All of a run in memory, but for the latency logs. Immutable. */
final class Run {
  private final RawData data;
  private final RunFacts facts;
  private final Map<Cell, List<Sample>> samples;

  private Run(RawData data, RunFacts facts, Map<Cell, List<Sample>> samples) {
    this.data = data;
    this.facts = facts;
    this.samples = samples;
  }

  /**
   * @throws IOException when a file cannot be read, or is not what it should be; the message says
   *     which, and what mends it
   */
  static Run read(RawData data) throws IOException {
    RunFacts facts =
        data.facts()
            .orElseThrow(
                () ->
                    new IOException(
                        data.folder()
                            + " has no run.json, which says what was compared: start the comparison"
                            + " again with this folder, and it writes it anew."));
    List<Sample> all = data.samples();
    if (all.isEmpty()) {
      throw new IOException(
          data.folder() + " holds no sample yet: let the comparison run, then ask for the report.");
    }
    Map<Cell, List<Sample>> samples = new LinkedHashMap<>();
    for (Sample sample : all) {
      check(data, facts, sample);
      samples.computeIfAbsent(Cell.of(sample.key()), key -> new ArrayList<>()).add(sample);
    }
    samples.values().forEach(list -> list.sort(Comparator.comparingInt(s -> s.key().round())));
    return new Run(data, facts, samples);
  }

  private static void check(RawData data, RunFacts facts, Sample sample) throws IOException {
    if (hasHoles(sample)) {
      throw new IOException(
          "A sample.json below "
              + data.folder()
              + " lacks fields that this version writes: measure into a new folder.");
    }
    SampleKey key = sample.key();
    boolean deployListed = facts.deploys().stream().anyMatch(d -> d.name().equals(key.deploy()));
    boolean loadListed =
        facts.studies().stream()
            .filter(study -> study.name().equals(key.study()))
            .flatMap(study -> study.loads().stream())
            .anyMatch(load -> load.name().equals(key.load()));
    if (!deployListed || !loadListed) {
      throw new IOException(
          data.folderOf(key)
              + " is of a deploy or a load that run.json does not list, so of another run: move it"
              + " out of the folder.");
    }
  }

  /** Gson leaves null what a file lacks, whatever the type says. */
  private static boolean hasHoles(Sample sample) {
    return Objects.isNull(sample.key())
        || Objects.isNull(sample.key().mode())
        || Objects.isNull(sample.measures())
        || Objects.isNull(sample.throughput())
        || Objects.isNull(sample.throughput().rows())
        || Objects.isNull(sample.allocation());
  }

  RawData data() {
    return data;
  }

  RunFacts facts() {
    return facts;
  }

  /** The rounds of one thing, in order; empty if it was not measured. */
  List<Sample> samples(Cell cell) {
    return samples.getOrDefault(cell, List.of());
  }

  /** A measure of one thing in all rounds that have it. */
  Figure figure(Cell cell, Measure measure) {
    List<Double> values = new ArrayList<>();
    for (Sample sample : samples(cell)) {
      Double value = sample.measures().get(measure);
      if (value != null && Double.isFinite(value)) {
        values.add(value);
      }
    }
    return new Figure(cell, measure, List.copyOf(values));
  }

  /** The deploys that a study measured, in the order of the charts. */
  List<RunFacts.Deploy> deploys(String study) {
    Set<String> measured =
        samples.keySet().stream()
            .filter(cell -> cell.study().equals(study))
            .map(Cell::deploy)
            .collect(Collectors.toSet());
    return facts.deploys().stream().filter(each -> measured.contains(each.name())).toList();
  }

  /**
   * The measure of each deploy of the cell's study, in the order of the charts; the cell's own
   * deploy plays no part.
   */
  List<Figure> figures(Cell cell, Measure measure) {
    return figures(deploys(cell.study()), cell, measure);
  }

  /** As {@link #figures}, of all deploys of the run. */
  List<Figure> figuresOfAll(Cell cell, Measure measure) {
    return figures(facts.deploys(), cell, measure);
  }

  private List<Figure> figures(List<RunFacts.Deploy> deploys, Cell cell, Measure measure) {
    return deploys.stream().map(deploy -> figure(cell.of(deploy.name()), measure)).toList();
  }

  /** The thread counts at which a load was measured, ascending. */
  List<Integer> threads(String study, String load) {
    return distinct(study, load, Cell::threads);
  }

  /** The collectors under which a load was measured, by name. */
  List<String> collectors(String study, String load) {
    return distinct(study, load, Cell::collector);
  }

  /** The modes in which a load was measured. */
  List<Mode> modes(String study, String load) {
    return distinct(study, load, Cell::mode);
  }

  private <T extends Comparable<T>> List<T> distinct(
      String study, String load, Function<Cell, T> part) {
    Set<T> found =
        samples.keySet().stream()
            .filter(cell -> cell.study().equals(study) && cell.load().equals(load))
            .map(part)
            .collect(Collectors.toCollection(TreeSet::new));
    return List.copyOf(found);
  }

  /** What must be added to a title where a load was measured in several ways. */
  String suffix(Cell cell) {
    boolean overThreads = threads(cell.study(), cell.load()).size() > 1;
    boolean underCollectors = collectors(cell.study(), cell.load()).size() > 1;
    return (overThreads ? ", " + cell.threads() + " threads" : "")
        + (underCollectors ? ", " + cell.collector() : "");
  }

  /** What charts call a deploy. */
  String titleOf(String deploy) {
    return facts.deploys().stream()
        .filter(each -> each.name().equals(deploy))
        .map(RunFacts.Deploy::title)
        .findFirst()
        .orElse(deploy);
  }
}
