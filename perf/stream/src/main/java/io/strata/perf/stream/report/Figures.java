package io.strata.perf.stream.report;

import io.strata.perf.common.Spread;
import io.strata.perf.stream.engine.EngineKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All samples, in nanoseconds for each operation, or in bytes. One thread's. */
public final class Figures {
  private final Map<EngineKind, Map<String, List<Double>>> samples =
      new EnumMap<>(EngineKind.class);

  /** Adds a sample. */
  public void add(EngineKind kind, String name, double sample) {
    samples
        .computeIfAbsent(kind, each -> new LinkedHashMap<>())
        .computeIfAbsent(name, each -> new ArrayList<>())
        .add(sample);
  }

  /** The samples of a name; of none, NaN. */
  public Spread of(EngineKind kind, String name) {
    return Spread.of(
        samples.getOrDefault(kind, Map.of()).getOrDefault(name, List.of()).stream()
            .mapToDouble(Double::doubleValue));
  }

  /** How many times as fast as another engine: the other's median over this one's. */
  public double ratio(EngineKind kind, EngineKind other, String name) {
    return of(other, name).median() / of(kind, name).median();
  }

  /** The engines that were measured. */
  public List<EngineKind> engines() {
    return List.copyOf(samples.keySet());
  }
}
