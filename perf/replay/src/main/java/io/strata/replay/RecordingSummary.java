package io.strata.replay;

import io.strata.replay.trace.BlockClasses;
import io.strata.replay.trace.Recording;
import io.strata.trace.BlockClass;
import io.strata.trace.Outcome;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** What a server has recorded, in figures. Not thread-safe. */
final class RecordingSummary implements Consumer<TraceRecord> {
  private record Block(String file, long offset) {}

  private final BlockClasses classes;
  private final Map<RecordKind, Long> kinds = new EnumMap<>(RecordKind.class);
  private final Map<BlockClass, Map<Outcome, Long>> outcomes = new EnumMap<>(BlockClass.class);
  private final Map<BlockClass, Map<Block, Long>> blocks = new EnumMap<>(BlockClass.class);
  private final Map<String, Boolean> files = new HashMap<>();
  private long firstMillis = Long.MAX_VALUE;
  private long lastMillis = Long.MIN_VALUE;
  private long dropped;

  private RecordingSummary(BlockClasses classes) {
    this.classes = classes;
  }

  /**
   * The figures of a file, or of all in a folder, as text in Markdown.
   *
   * @throws IOException when there is nothing to read; the message is for people
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
      case OFFER -> note(record);
      default -> {}
    }
  }

  private void note(TraceRecord record) {
    files.put(record.file(), true);
    blocks
        .computeIfAbsent(classes.of(record), any -> new HashMap<>())
        .merge(new Block(record.file(), record.offset()), record.length(), Math::max);
  }

  private String text(Path path, List<String> warnings) {
    StringBuilder text = new StringBuilder();
    long records = kinds.values().stream().mapToLong(Long::longValue).sum();
    Duration duration = Duration.ofMillis(records == 0 ? 0 : lastMillis - firstMillis);
    line(
        text, "%s: %,d records, %,d files, %.1f s", path, records, files.size(), seconds(duration));
    kinds.forEach((kind, count) -> line(text, "- %s: %,d", nameOf(kind), count));
    line(text, "- accesses not recorded: %,d", dropped);
    warnings.forEach(warning -> line(text, "- %s", warning));
    line(text, "");
    line(
        text,
        "| blocks | footprint | bytes | look-ups | hits | on heap | off heap | in flight | on flash |");
    line(text, "|---|--:|--:|--:|--:|--:|--:|--:|--:|");
    for (BlockClass each : BlockClass.values()) {
      if (blocks.containsKey(each)) {
        row(text, each);
      }
    }
    return text.toString();
  }

  private void row(StringBuilder text, BlockClass type) {
    Map<Block, Long> footprint = blocks.getOrDefault(type, Map.of());
    long bytes = footprint.values().stream().mapToLong(Long::longValue).sum();
    long all =
        outcomes.getOrDefault(type, Map.of()).values().stream().mapToLong(Long::longValue).sum();
    long hits = all - count(type, Outcome.MISS);
    line(
        text,
        "| %s | %,d | %,d | %,d | %.2f %% | %,d | %,d | %,d | %,d |",
        nameOf(type),
        footprint.size(),
        bytes,
        all,
        100.0 * hits / Math.max(1, all),
        count(type, Outcome.ON_HEAP),
        count(type, Outcome.OFF_HEAP),
        count(type, Outcome.IN_FLIGHT),
        count(type, Outcome.ON_FLASH));
  }

  private long count(BlockClass type, Outcome outcome) {
    return outcomes.getOrDefault(type, Map.of()).getOrDefault(outcome, 0L);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }

  private static String nameOf(Enum<?> each) {
    return each.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static void line(StringBuilder to, String format, Object... arguments) {
    to.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
