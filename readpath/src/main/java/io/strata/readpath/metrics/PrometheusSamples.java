package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.config.NamingConvention;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Passes samples to Prometheus' registry, which collects them once per scrape. Samples are confined
 * to their scrape, and a scrape neither registers nor removes meters. Thread-safe.
 */
final class PrometheusSamples implements MultiCollector {
  private final Supplier<List<Sample>> source;
  private final NamingConvention naming;

  PrometheusSamples(Supplier<List<Sample>> source, NamingConvention naming) {
    this.source = source;
    this.naming = naming;
  }

  @Override
  public MetricSnapshots collect() {
    Map<String, List<Sample>> byName = new LinkedHashMap<>();
    for (Sample each : source.get()) {
      byName.computeIfAbsent(each.id().getName(), name -> new ArrayList<>()).add(each);
    }
    return new MetricSnapshots(byName.values().stream().map(this::snapshot).toList());
  }

  /** Converts the samples of one name. */
  private MetricSnapshot snapshot(List<Sample> samples) {
    Meter.Id first = samples.get(0).id();
    MetricMetadata metadata =
        new MetricMetadata(first.getConventionName(naming), String.valueOf(first.getDescription()));
    return first.getType() == Meter.Type.COUNTER
        ? new CounterSnapshot(
            metadata,
            samples.stream()
                .map(each -> new CounterDataPointSnapshot(each.value(), labels(each), null, 0))
                .toList())
        : new GaugeSnapshot(
            metadata,
            samples.stream()
                .map(each -> new GaugeDataPointSnapshot(each.value(), labels(each), null))
                .toList());
  }

  private Labels labels(Sample sample) {
    Labels.Builder labels = Labels.builder();
    for (Tag tag : sample.id().getTags()) {
      labels.label(naming.tagKey(tag.getKey()), tag.getValue());
    }
    return labels.build();
  }
}
