package io.strata.perf.report;

import io.strata.perf.data.Measure;
import io.strata.perf.data.RawData;
import io.strata.perf.data.Sample;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;

/** Reads raw files and computes figures from them independently of the report's code. */
final class RawFiles {
  private final RawData data;
  private final List<Sample> samples;

  RawFiles(Path folder) throws IOException {
    data = new RawData(folder);
    samples = data.samples();
  }

  Path folderOf(Sample sample) {
    return data.folderOf(sample.key());
  }

  /** Returns the rounds of a cell in order; empty collector and threads match any. */
  List<Sample> rounds(
      String study,
      String load,
      String configuration,
      String collector,
      String threads,
      String mode) {
    return samples.stream()
        .filter(each -> each.key().study().equals(study) && each.key().load().equals(load))
        .filter(each -> each.key().configuration().equals(configuration))
        .filter(each -> each.key().mode().name().equals(mode))
        .filter(each -> collector.isEmpty() || each.key().collector().equals(collector))
        .filter(each -> threads.isEmpty() || threads.equals("" + each.key().threads()))
        .sorted(Comparator.comparing(each -> each.key().round()))
        .toList();
  }

  /** Returns a measure of all rounds that have it. */
  static List<Double> measure(List<Sample> rounds, String measure) {
    return rounds.stream()
        .map(each -> each.measures().get(Measure.valueOf(measure)))
        .filter(Objects::nonNull)
        .toList();
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }
}
