package io.strata.replay;

import io.strata.perf.common.Markdown;
import io.strata.perf.common.Table;
import io.strata.perf.common.Unit;
import io.strata.replay.trace.BlockClasses;
import io.strata.replay.trace.Recording;
import io.strata.trace.BlockClass;
import io.strata.trace.Outcome;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Summarizes what a server has recorded. Not thread-safe. */
final class RecordingSummary implements Consumer<TraceRecord> {
  private record RecordedBlock(String file, long offset) {}

  private static final List<Outcome> HIT =
      List.of(Outcome.ON_HEAP, Outcome.OFF_HEAP, Outcome.IN_FLIGHT, Outcome.ON_FLASH);

  private final BlockClasses classes;
  private final Map<RecordKind, Long> kinds = new EnumMap<>(RecordKind.class);
  private final Map<BlockClass, Map<Outcome, Long>> outcomes = new EnumMap<>(BlockClass.class);
  private final Map<BlockClass, Map<RecordedBlock, Long>> blocks = new EnumMap<>(BlockClass.class);
  private final Map<String, Boolean> files = new HashMap<>();
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;
  private long dropped;

  private RecordingSummary(BlockClasses classes) {
    this.classes = classes;
  }

  /**
   * Returns the summary of a file, or of all files in a folder, as Markdown.
   *
   * @throws IOException if there is nothing to read; the message is for the user
   */
  static String of(Path path) throws IOException {
    BlockClasses classes = new BlockClasses();
    Recording.forEach(path, classes);
    RecordingSummary summary = new RecordingSummary(classes);
    List<String> warnings = Recording.forEach(path, summary);
    return summary.text(path, warnings);
  }

  @Override
  public void accept(TraceRecord record) {
    firstMillis = Math.min(firstMillis, record.millis());
    lastMillis = Math.max(lastMillis, record.millis());
    kinds.merge(record.kind(), 1L, Long::sum);
    switch (record.kind()) {
      case DROPPED -> dropped += record.length();
      case LOOKUP -> {
        outcomes
            .computeIfAbsent(classes.of(record), any -> new EnumMap<>(Outcome.class))
            .merge(record.outcome(), 1L, Long::sum);
        note(record);
      }
      case INSERT -> note(record);
      default -> {}
    }
  }

  private void note(TraceRecord record) {
    files.put(record.file(), true);
    blocks
        .computeIfAbsent(classes.of(record), any -> new HashMap<>())
        .merge(new RecordedBlock(record.file(), record.offset()), record.length(), Math::max);
  }

  private String text(Path path, List<String> warnings) {
    long records = kinds.values().stream().mapToLong(Long::longValue).sum();
    List<String> lines = new ArrayList<>();
    lines.add(
        String.format(
            Locale.ROOT,
            "%s: %,d records, %,d files, %.1f s",
            path,
            records,
            files.size(),
            records == 0 ? 0 : (lastMillis - firstMillis) / 1e3));
    kinds.forEach(
        (kind, count) -> lines.add("- " + nameOf(kind) + ": " + Unit.COUNT.format(count)));
    lines.add("- accesses not recorded: " + Unit.COUNT.format(dropped));
    warnings.forEach(warning -> lines.add("- " + warning));
    Table table =
        new Table(
            "blocks",
            "footprint",
            "bytes",
            "look-ups",
            "hits",
            "on heap",
            "off heap",
            "in flight",
            "on flash");
    blocks.forEach((type, footprint) -> table.add(row(type, footprint.values())));
    return String.join("\n", lines) + "\n\n" + Markdown.compact(table);
  }

  private List<String> row(BlockClass type, Collection<Long> lengths) {
    long all =
        outcomes.getOrDefault(type, Map.of()).values().stream().mapToLong(Long::longValue).sum();
    double hits = 100.0 * (all - count(type, Outcome.MISS)) / Math.max(1, all);
    List<String> row = new ArrayList<>();
    row.add(nameOf(type));
    row.add(Unit.COUNT.format(lengths.size()));
    row.add(Unit.COUNT.format(lengths.stream().mapToLong(Long::longValue).sum()));
    row.add(Unit.COUNT.format(all));
    row.add(String.format(Locale.ROOT, "%.2f %%", hits));
    HIT.forEach(outcome -> row.add(Unit.COUNT.format(count(type, outcome))));
    return row;
  }

  private long count(BlockClass type, Outcome outcome) {
    return outcomes.getOrDefault(type, Map.of()).getOrDefault(outcome, 0L);
  }

  private static String nameOf(Enum<?> each) {
    return each.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
