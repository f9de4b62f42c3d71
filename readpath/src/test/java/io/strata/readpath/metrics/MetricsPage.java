package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Generates the table of all meters in METRICS.md. */
final class MetricsPage {
  private static final String HEAD =
      """
      | meter | type | unit | tags | description | name in Prometheus | attribute in JMX, `…,sub=Strata` |
      |---|---|---|---|---|---|---|
      """;

  private MetricsPage() {}

  private static final class MetricRow {
    final Meter.Id first;
    final Map<String, Set<String>> tags = new TreeMap<>();

    MetricRow(Meter.Id first) {
      this.first = first;
    }
  }

  /** A row for each name, with all values of its tags. */
  static String table(CacheMetrics metrics) {
    Map<String, MetricRow> rows = new LinkedHashMap<>();
    for (Meter.Id id : ids(metrics)) {
      MetricRow row = rows.computeIfAbsent(id.getName(), name -> new MetricRow(id));
      for (Tag tag : id.getTags()) {
        row.tags.computeIfAbsent(tag.getKey(), key -> new TreeSet<>()).add(tag.getValue());
      }
    }
    return HEAD
        + rows.values().stream().map(row -> text(row, metrics)).collect(Collectors.joining());
  }

  private static List<Meter.Id> ids(CacheMetrics metrics) {
    return Stream.concat(
            metrics.read().stream().map(Sample::id),
            metrics.lookups().timers().stream().map(Meter::getId))
        .sorted(Comparator.comparing(Meter.Id::toString))
        .toList();
  }

  private static String text(MetricRow row, CacheMetrics metrics) {
    Meter.Id id = row.first;
    String unit = id.getBaseUnit();
    return "| `%s` | %s | %s | %s | %s | `%s` | `%s` |\n"
        .formatted(
            id.getName(),
            id.getType().name().toLowerCase(Locale.ROOT),
            unit == null ? "" : unit,
            row.tags.entrySet().stream()
                .map(each -> each.getKey() + ": " + values(each.getKey(), each.getValue()))
                .collect(Collectors.joining("; ")),
            id.getDescription(),
            metrics.prometheusName(id),
            jmxName(id));
  }

  /** With the first of those that a timer has. */
  private static String jmxName(Meter.Id id) {
    String name =
        HadoopMetrics.nameOf(id)
            .replaceFirst("_slot_\\d+", "_slot_…")
            .replaceFirst("_family_family_table_table", "_family_…_table_…");
    return id.getType() == Meter.Type.TIMER ? name + "_num_ops" : name;
  }

  /** Sizes of slots come and go, and so do tables. */
  private static String values(String key, Set<String> values) {
    return switch (key) {
      case "slot" -> "bytes";
      case "table", "family" -> "its name";
      default -> String.join(", ", values);
    };
  }
}
