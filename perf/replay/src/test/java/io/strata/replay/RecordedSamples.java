package io.strata.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.trace.BlockClasses;
import io.strata.replay.trace.Recording;
import io.strata.trace.Attributes;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceRecord;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * The recordings in the test resources, made on real servers by {@code ./strata record --small} and
 * compressed. A load is named as in {@code --loads}.
 */
final class RecordedSamples {
  private RecordedSamples() {}

  /** Decompresses a recording into a folder. */
  static Path unpack(String load, Path folder) throws IOException {
    Path file = folder.resolve(load + ".trace");
    try (InputStream packed = RecordedSamples.class.getResourceAsStream(load + ".trace.gz")) {
      if (packed == null) {
        throw new FileNotFoundException(load);
      }
      Files.copy(new GZIPInputStream(packed), file, StandardCopyOption.REPLACE_EXISTING);
    }
    return file;
  }

  /** Returns all of its records, and checks that none is missing. */
  static List<TraceRecord> records(Path file) throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    assertThat(Recording.forEach(file, records::add)).isEmpty();
    return records;
  }

  /**
   * Returns the lookups of data blocks and of blocks of unknown class, which compactions request.
   * If a caller repeats a lookup, the first one counts.
   */
  static List<TraceRecord> lookUps(List<TraceRecord> records) {
    BlockClasses classes = new BlockClasses();
    records.forEach(classes);
    return records.stream()
        .filter(record -> record.kind() == RecordKind.LOOKUP && !record.has(Attributes.REPEAT))
        .filter(
            record ->
                switch (classes.of(record)) {
                  case DATA, UNKNOWN -> true;
                  case INDEX, BLOOM, META -> false;
                })
        .toList();
  }
}
