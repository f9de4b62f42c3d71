package io.strata.perf.record;

import io.strata.trace.BlockClass;
import io.strata.trace.Reading;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceReader;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.Consumer;

/** A summary of a recording. Not thread-safe. */
final class Recorded implements Consumer<TraceRecord> {
  private long lookups;
  private long dropped;
  private long bytes;

  private Recorded() {}

  /**
   * Reads a recording.
   *
   * @throws IOException if it is damaged or has no look-up of a data block
   */
  static Recorded of(Path folder) throws IOException {
    Recorded recorded = new Recorded();
    for (Path file : TraceFiles.in(folder)) {
      Reading reading = TraceReader.read(file, recorded);
      if (!reading.isWhole()) {
        throw new IOException(file + " is damaged: " + reading.damage() + ".");
      }
      recorded.bytes += Files.size(file);
    }
    if (recorded.lookups == 0) {
      throw new IOException("Nothing was recorded in " + folder + ".");
    }
    return recorded;
  }

  @Override
  public void accept(TraceRecord record) {
    if (record.kind() == RecordKind.DROPPED) {
      dropped += record.length();
    } else if (record.kind() == RecordKind.LOOKUP && record.type() == BlockClass.DATA) {
      lookups++;
    }
  }

  /** Returns the summary, in one line. */
  @Override
  public String toString() {
    String all =
        String.format(
            Locale.ROOT, "%,d look-ups of data blocks in %.1f MB", lookups, bytes / 1_000_000.0);
    return dropped == 0
        ? all
        : all + String.format(Locale.ROOT, "; %,d accesses were not recorded", dropped);
  }
}
