package io.strata.readpath.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.config.TraceSettings;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceReader;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordSinkTest {
  private static final long FILE_BYTES = 1 << 20;
  private static final int FILES = 3;

  @TempDir Path parent;
  private final FileNumbers numbers = new FileNumbers(1000);

  private RecordSink sink(Path folder, boolean hashNames) throws IOException {
    TraceSettings settings = new TraceSettings(Optional.of(folder), FILE_BYTES, FILES, hashNames);
    return new RecordSink(folder, settings, Map.of("l2.bytes", "7"), numbers, 5_000);
  }

  private static void put(RecordSink sink, RecordKind kind, int file, long offset, long length)
      throws IOException {
    sink.accept(PackedRecord.of(kind.code(), 0, file, length), offset);
  }

  private static List<TraceRecord> read(Path folder) throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    for (Path file : TraceFiles.in(folder)) {
      assertThat(TraceReader.read(file, records::add).isWhole()).isTrue();
    }
    return records;
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path file : TraceFiles.in(folder)) {
      bytes += Files.size(file);
    }
    return bytes;
  }

  /** Each file can be read separately, and the newest records are kept. */
  @Test
  void filesRotateWithinTheirBounds() throws IOException {
    Path folder = parent.resolve("traces");
    long count = 0;
    try (RecordSink sink = sink(folder, false)) {
      // Distant offsets make long records.
      for (; count < 700_000; count++) {
        int file = numbers.of("file" + count % 50);
        sink.setTime(5_000 + count);
        put(sink, RecordKind.LOOKUP, file, count << 20, count % 7);
        if (count % 50_000 == 0) {
          assertThat(bytes(folder)).isLessThanOrEqualTo(FILES * FILE_BYTES);
        }
      }
    }
    assertThat(TraceFiles.in(folder)).hasSize(FILES);
    assertThat(bytes(folder)).isBetween((FILES - 1) * FILE_BYTES / 2, FILES * FILE_BYTES);
    List<TraceRecord> records = read(folder);
    long begin = count - records.size();
    assertThat(begin).as("the oldest are gone").isPositive();
    for (int i = 0; i < records.size(); i++) {
      long n = begin + i;
      assertThat(records.get(i).millis()).isEqualTo(5_000 + n);
      assertThat(records.get(i).file()).isEqualTo("file" + n % 50);
      assertThat(records.get(i).offset()).isEqualTo(n << 20);
    }
  }

  @Test
  void filesOfEarlierProcessesGoFirst() throws IOException {
    for (int i = 0; i < 5; i++) {
      Files.write(parent.resolve(TraceFiles.name(i, 1, i)), new byte[] {1});
    }
    Files.write(parent.resolve(TraceFiles.name(9, 1, 0)), new byte[3 * (int) FILE_BYTES]);
    Path other = Files.writeString(parent.resolve("notes.txt"), "");
    sink(parent, false).close();
    assertThat(TraceFiles.in(parent)).hasSize(1);
    assertThat(other).exists();
  }

  @Test
  void onlyTheOwnerMayRead() throws IOException {
    Path folder = parent.resolve("traces");
    sink(folder, false).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    Path file = TraceFiles.in(folder).get(0);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void aSecondRecorderIsRejected() throws IOException {
    RecordSink one = sink(parent, false);
    assertThatThrownBy(() -> sink(parent, false))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("each server needs its own");
    one.close();
    sink(parent, false).close();
  }

  @Test
  void hashedNamesAreNotInTheFile() throws IOException {
    try (RecordSink sink = sink(parent, true)) {
      put(sink, RecordKind.LOOKUP, numbers.of("secret"), 1, 1);
      put(sink, RecordKind.LOOKUP, numbers.of("secret"), 2, 1);
      int number = numbers.of("secret");
      put(sink, RecordKind.EVICT_FILE, number, 0, 0);
      assertThat(numbers.name(number)).as("a file that is gone takes no memory").isNull();
      put(sink, RecordKind.LOOKUP, numbers.of("secret"), 2, 1);
    }
    byte[] bytes = Files.readAllBytes(TraceFiles.in(parent).get(0));
    assertThat(new String(bytes, ISO_8859_1)).doesNotContain("secret");
    List<TraceRecord> records = read(parent);
    assertThat(records)
        .hasSize(4)
        .extracting(TraceRecord::file)
        .containsOnly(records.get(0).file());
  }

  @Test
  void aLengthThatFitsNoRecordGoesBefore() throws IOException {
    long wide = Long.MAX_VALUE - 3;
    assertThat(PackedRecord.fits(wide)).isFalse();
    assertThat(PackedRecord.fits(-1)).isFalse();
    try (RecordSink sink = sink(parent, false)) {
      sink.accept(PackedRecord.LENGTH, wide);
      put(sink, RecordKind.EVICT_RANGE, numbers.of("a"), 3, 0);
      put(sink, RecordKind.LOOKUP, numbers.of("a"), Long.MAX_VALUE, (1 << 28) - 1);
    }
    assertThat(read(parent)).extracting(TraceRecord::length).containsExactly(wide, (1L << 28) - 1);
    assertThat(read(parent)).extracting(TraceRecord::offset).containsExactly(3L, Long.MAX_VALUE);
  }

  @Test
  void droppedAndLostRecordsAreCountedInTheFile() throws IOException {
    try (RecordSink sink = sink(parent, false)) {
      put(sink, RecordKind.LOOKUP, 99, 1, 1);
      sink.setTime(5_002);
      sink.dropped(6);
      sink.setTime(5_003);
      sink.dropped(0);
    }
    assertThat(read(parent)).hasSize(1);
    TraceRecord record = read(parent).get(0);
    assertThat(record.kind()).isEqualTo(RecordKind.DROPPED);
    assertThat(record.length()).isEqualTo(7);
    assertThat(record.millis()).isEqualTo(5_002);
  }
}
