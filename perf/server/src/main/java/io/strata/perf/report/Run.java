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

/** All data of a run in memory, except the latency logs. Immutable. */
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
   * @throws IOException with the fix, if a file cannot be read or has unexpected contents
   */
  static Run read(RawData data) throws IOException {
    RunFacts facts =
        data.facts()
            .orElseThrow(
                () ->
                    new IOException(
                        data.folder() + " has no run.json. Repeat the comparison to write it."));
    List<Sample> all = data.samples();
    if (all.isEmpty()) {
      throw new IOException(
          data.folder() + " has no sample yet. Run the comparison before the report.");
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
    if (lacksFields(sample)) {
      throw new IOException(
          "A sample.json below "
              + data.folder()
              + " lacks fields that this version writes. Measure into a new folder.");
    }
    SampleKey key = sample.key();
    boolean configurationListed =
        facts.configurations().stream().anyMatch(d -> d.name().equals(key.configuration()));
    boolean loadListed =
        facts.studies().stream()
            .filter(study -> study.name().equals(key.study()))
            .flatMap(study -> study.loads().stream())
            .anyMatch(load -> load.name().equals(key.load()));
    if (!configurationListed || !loadListed) {
      throw new IOException(
          data.folderOf(key)
              + " has a configuration or load that run.json does not list, so it is of another run. Move"
              + " it out of the folder.");
    }
  }

  /** Gson sets missing fields to null, whatever their type. */
  private static boolean lacksFields(Sample sample) {
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

  /** Returns the rounds of a cell in order; empty if it was not measured. */
  List<Sample> samples(Cell cell) {
    return samples.getOrDefault(cell, List.of());
  }

  /** Returns a measure of a cell in all rounds that have it. */
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

  /** Returns the configurations that a study measured, in the order of the charts. */
  List<RunFacts.CacheConfiguration> configurations(String study) {
    Set<String> measured =
        samples.keySet().stream()
            .filter(cell -> cell.study().equals(study))
            .map(Cell::configuration)
            .collect(Collectors.toSet());
    return facts.configurations().stream().filter(each -> measured.contains(each.name())).toList();
  }

  /**
   * Returns the measure for each configuration of the cell's study, in the order of the charts. The
   * cell's own configuration is ignored.
   */
  List<Figure> figures(Cell cell, Measure measure) {
    return figures(configurations(cell.study()), cell, measure);
  }

  /** Returns the same for all configurations of the run. */
  List<Figure> figuresOfAll(Cell cell, Measure measure) {
    return figures(facts.configurations(), cell, measure);
  }

  private List<Figure> figures(
      List<RunFacts.CacheConfiguration> configurations, Cell cell, Measure measure) {
    return configurations.stream()
        .map(configuration -> figure(cell.of(configuration.name()), measure))
        .toList();
  }

  /** Returns the numbers of threads with which a load was measured, ascending. */
  List<Integer> threads(String study, String load) {
    return distinct(study, load, Cell::threads);
  }

  /** Returns the collectors with which a load was measured, by name. */
  List<String> collectors(String study, String load) {
    return distinct(study, load, Cell::collector);
  }

  /** Returns the modes in which a load was measured. */
  List<Mode> modes(String study, String load) {
    return distinct(study, load, Cell::mode);
  }

  private <T extends Comparable<T>> List<T> distinct(
      String study, String load, Function<Cell, T> property) {
    Set<T> found =
        samples.keySet().stream()
            .filter(cell -> cell.study().equals(study) && cell.load().equals(load))
            .map(property)
            .collect(Collectors.toCollection(TreeSet::new));
    return List.copyOf(found);
  }

  /** Returns the suffix for titles of a load that was measured in several ways. */
  String suffix(Cell cell) {
    boolean overThreads = threads(cell.study(), cell.load()).size() > 1;
    boolean underCollectors = collectors(cell.study(), cell.load()).size() > 1;
    return (overThreads ? ", " + cell.threads() + " threads" : "")
        + (underCollectors ? ", " + cell.collector() : "");
  }

  /** Returns the title of a configuration, for charts. */
  String titleOf(String configuration) {
    return facts.configurations().stream()
        .filter(each -> each.name().equals(configuration))
        .map(RunFacts.CacheConfiguration::title)
        .findFirst()
        .orElse(configuration);
  }
}
