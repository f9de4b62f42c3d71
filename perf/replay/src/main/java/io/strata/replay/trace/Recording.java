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
 * What a server has recorded, as a trace: look-ups of data blocks that HBase counts and has cached
 * when they miss. Not among them: that HBase asks again after it has waited for others, prefetches,
 * compactions, scans that are not to be cached. What was offered or evicted without being looked up
 * is left out.
 *
 * <p>After a split, a block is read under the name of a half of its file; it stays the same block.
 *
 * @param trace with the lengths of the blocks, as far as any was found or offered
 * @param warnings what could not be read, a sentence each; empty when all was
 */
public record Recording(Trace trace, List<String> warnings) {
  private static final int OFFSET_BITS = 44;

  /** A region's name in 32 hexadecimal digits, or a hash of it. */
  private static final Pattern OF_HALF = Pattern.compile("\\.[0-9a-f]{32}$");

  public Recording {
    warnings = List.copyOf(warnings);
  }

  /**
   * Reads a file, or all files in a folder, the oldest first; goes through them twice.
   *
   * @throws IOException when they cannot be read, or hold no such look-up; the message is for
   *     people
   */
  public static Recording read(Path path) throws IOException {
    BlockClasses classes = new BlockClasses();
    forEach(path, classes);
    Collector collector = new Collector(path.getFileName() + "", classes);
    List<String> warnings = forEach(path, collector);
    Trace trace = collector.build();
    if (trace.length() == 0) {
      throw new IOException(path + " holds no look-up of a data block that is to be cached.");
    }
    return new Recording(trace, warnings);
  }

  /**
   * Reads the records of a file, or of all in a folder, the oldest first.
   *
   * @return what could not be read, a sentence each
   * @throws IOException when there is nothing to read; the message is for people
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
      if (reading.nameless() > 0) {
        warnings.add(
            "%s: %,d records left out, for their files' names were skipped."
                .formatted(file, reading.nameless()));
      }
    }
    return warnings;
  }

  /** The name of the file in which the bytes lie: the whole one's in place of a half's. */
  static String wholeOf(String file) {
    return OF_HALF.matcher(file).replaceFirst("");
  }

  /** Not thread-safe. */
  private static final class Collector implements Consumer<TraceRecord> {
    private static final int WANTED = Attributes.CACHING | Attributes.COUNTED;

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
      if (record.kind() == RecordKind.LOOKUP && record.hints() == WANTED) {
        trace.add(key);
      }
      if (record.isHit() || record.kind() == RecordKind.OFFER) {
        trace.setLength(key, (int) record.length());
      }
    }

    private long keyOf(TraceRecord record) {
      String file = wholeOf(record.file());
      long number = files.computeIfAbsent(file, any -> files.size());
      if (record.offset() >>> OFFSET_BITS != 0 || number >>> (Long.SIZE - OFFSET_BITS) != 0) {
        throw new IllegalStateException(
            "There are too many files, or too large ones: block at " + record.offset() + ".");
      }
      return number << OFFSET_BITS | record.offset();
    }

    Trace build() {
      return trace.build();
    }
  }
}
