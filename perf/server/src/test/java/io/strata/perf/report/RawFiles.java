package io.strata.perf.report;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads raw files and reckons with them anew, without any of the report's own code: for tests to
 * hold the report against.
 */
final class RawFiles {
  /** A sample's folder and what its sample.json says. */
  record Raw(Path folder, JsonObject json) {
    String key(String field) {
      return json.getAsJsonObject("key").get(field).getAsString();
    }
  }

  private final List<Raw> samples = new ArrayList<>();

  RawFiles(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(file -> file.endsWith("sample.json")).toList()) {
        JsonElement json = JsonParser.parseString(Files.readString(file));
        samples.add(new Raw(file.getParent(), json.getAsJsonObject()));
      }
    }
  }

  /** The rounds of something, in order. */
  List<Raw> rounds(
      String study, String load, String deploy, String collector, String threads, String mode) {
    return samples.stream()
        .filter(raw -> raw.key("study").equals(study) && raw.key("load").equals(load))
        .filter(raw -> raw.key("deploy").equals(deploy) && raw.key("mode").equals(mode))
        .filter(raw -> collector.isEmpty() || raw.key("collector").equals(collector))
        .filter(raw -> threads.isEmpty() || raw.key("threads").equals(threads))
        .sorted(Comparator.comparing(raw -> raw.key("round")))
        .toList();
  }

  /** A measure in each round that has it. */
  static List<Double> measure(List<Raw> rounds, String measure) {
    return rounds.stream()
        .map(raw -> raw.json().getAsJsonObject("measures"))
        .filter(measures -> measures.has(measure))
        .map(measures -> measures.get(measure).getAsDouble())
        .toList();
  }

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  static double mean(List<Raw> rounds, Function<JsonObject, Double> value) {
    return rounds.stream().mapToDouble(raw -> value.apply(raw.json())).average().orElseThrow();
  }
}
