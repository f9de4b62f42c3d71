package io.strata.replay.trace;

import io.strata.trace.Attributes;
import io.strata.trace.BlockClass;
import io.strata.trace.Reading;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceReader;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * The trace of what a server has recorded: lookups of data blocks that HBase counts and caches on a
 * miss. Excluded are repeated lookups after waiting for a lock, prefetches, compactions, scans that
 * do not cache, and blocks that were inserted or evicted without a lookup.
 *
 * <p>After a split, a block is read under the name of a half-file reference; it remains the same
 * block.
 *
 * @param trace with the lengths of blocks that were found or inserted
 * @param warnings a sentence for each part that could not be read; empty if there is none
 */
public record Recording(Trace trace, List<String> warnings) {
  private static final int OFFSET_BITS = 44;

  /** The name of a region as 32 hexadecimal digits, or a hash of it. */
  private static final Pattern OF_HALF = Pattern.compile("\\.[0-9a-f]{32}$");

  public Recording {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads a file, or all files in a folder, the oldest first. Reads them twice.
   *
   * @throws IOException if they cannot be read or have no such lookup; the message is for the user
   */
  public static Recording read(Path path) throws IOException {
    BlockClasses classes = new BlockClasses();
    forEach(path, classes);
    Collector collector = new Collector(path.getFileName() + "", classes);
    List<String> warnings = forEach(path, collector);
    Trace trace = collector.build();
    if (trace.length() == 0) {
      throw new IOException(path + " has no lookup of a data block that is to be cached.");
    }
    return new Recording(trace, warnings);
  }

  /**
   * Reads the records of a file, or of all files in a folder, the oldest first.
   *
   * @return a sentence for each part that could not be read
   * @throws IOException if there is nothing to read; the message is for the user
   */
  public static List<String> forEach(Path path, Consumer<TraceRecord> consumer) throws IOException {
    List<Path> files = Files.isDirectory(path) ? TraceFiles.in(path) : List.of(path);
    if (files.isEmpty()) {
      throw new IOException("There is no trace in " + path + ".");
    }
    List<String> warnings = new ArrayList<>();
    for (Path file : files) {
      Reading reading = TraceReader.read(file, consumer);
      reading.damage().forEach(damage -> warnings.add(file + ": " + damage + "."));
      if (reading.unnamed() > 0) {
        warnings.add(
            "%s: %,d records skipped, because their files' names are missing."
                .formatted(file, reading.unnamed()));
      }
    }
    return warnings;
  }

  /** Returns the name of the file itself, without the suffix of a half-file reference. */
  static String wholeOf(String file) {
    return OF_HALF.matcher(file).replaceFirst("");
  }

  /** Builds the trace. Not thread-safe. */
  private static final class Collector implements Consumer<TraceRecord> {
    private static final int REPLAYED = Attributes.CACHING | Attributes.COUNTED;

    private final Trace.Builder trace;
    private final BlockClasses classes;
    private final Map<String, Integer> files = new HashMap<>();

    Collector(String name, BlockClasses classes) {
      this.trace = new Trace.Builder(name);
      this.classes = classes;
    }

    @Override
    public void accept(TraceRecord record) {
      if (classes.of(record) != BlockClass.DATA) {
        return;
      }
      long key = keyOf(record);
      if (record.kind() == RecordKind.LOOKUP && record.hints() == REPLAYED) {
        trace.add(key);
      }
      if (record.isHit() || record.kind() == RecordKind.INSERT) {
        trace.setLength(key, (int) record.length());
      }
    }

    private long keyOf(TraceRecord record) {
      String file = wholeOf(record.file());
      long number = files.computeIfAbsent(file, any -> files.size());
      if (record.offset() >>> OFFSET_BITS != 0 || number >>> (Long.SIZE - OFFSET_BITS) != 0) {
        throw new IllegalStateException(
            "Too many files, or too large ones: a block at offset " + record.offset() + ".");
      }
      return number << OFFSET_BITS | record.offset();
    }

    Trace build() {
      return trace.build();
    }
  }
}
