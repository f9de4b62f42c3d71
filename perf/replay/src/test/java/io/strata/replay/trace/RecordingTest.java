package io.strata.replay.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.trace.Attributes;
import io.strata.trace.BlockClass;
import io.strata.trace.Outcome;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordingTest {
  private static final int COUNTED = Attributes.CACHING | Attributes.COUNTED;
  private static final String REGION = "0123456789abcdef0123456789abcdef";

  @TempDir Path folder;

  private Path file(int number) {
    return folder.resolve(TraceFiles.name(1, 2, number));
  }

  private TraceWriter writer(Path file) throws IOException {
    TraceWriter writer =
        new TraceWriter(
            Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            Map.of());
    writer.define(0, "a", 0);
    writer.define(1, "b." + REGION, 0);
    writer.define(2, "b", 0);
    writer.define(3, "my.table=x-a", 0);
    return writer;
  }

  private static void look(TraceWriter to, int file, long offset, int hints, int length)
      throws IOException {
    Outcome outcome = length > 0 ? Outcome.OFF_HEAP : Outcome.MISS;
    to.add(
        RecordKind.LOOKUP.code(),
        Attributes.ofLookup(BlockClass.DATA, outcome, hints),
        5,
        file,
        offset,
        length);
  }

  private static int[] blocks(Trace trace) {
    return IntStream.range(0, trace.length()).map(trace::at).toArray();
  }

  @Test
  void replaysCountedLookupsOfDataBlocks() throws IOException {
    try (TraceWriter writer = writer(file(0))) {
      look(writer, 0, 7, COUNTED, 0);
      look(writer, 0, 7, COUNTED | Attributes.REPEAT, 0);
      look(writer, 0, 8, Attributes.COUNTED, 0);
      look(writer, 0, 8, Attributes.CACHING, 0);
      int attributes = Attributes.ofInsert(BlockClass.DATA, Attributes.IN_MEMORY);
      writer.add(RecordKind.INSERT.code(), attributes, 5, 0, 7, 123);
      writer.add(RecordKind.INSERT.code(), attributes, 5, 0, 99, 5);
      int index = Attributes.ofLookup(BlockClass.INDEX, Outcome.ON_HEAP, COUNTED);
      writer.add(RecordKind.LOOKUP.code(), index, 5, 0, 7, 1);
      writer.add(RecordKind.EVICT_FILE.code(), 0, 5, 0, 0, 0);
    }
    try (TraceWriter writer = writer(file(1))) {
      look(writer, 1, 7, COUNTED, 0);
      look(writer, 2, 7, COUNTED, 456);
      look(writer, 3, 7, COUNTED, 0);
      look(writer, 0, 7, COUNTED, 123);
    }

    Recording recording = Recording.read(folder);

    Trace trace = recording.trace();
    assertThat(blocks(trace)).containsExactly(0, 1, 1, 2, 0);
    assertThat(trace.hasLengths()).isTrue();
    assertThat(IntStream.range(0, 3).map(trace::lengthOf)).containsExactly(123, 456, 0);
    assertThat(recording.warnings()).isEmpty();
    assertThat(Recording.read(file(1)).trace().length()).isEqualTo(4);
  }

  @Test
  void replaysScansWithoutBlockClass() throws IOException {
    int next = Attributes.ofLookup(BlockClass.UNKNOWN, Outcome.MISS, COUNTED);
    try (TraceWriter writer = writer(file(0))) {
      writer.add(RecordKind.LOOKUP.code(), next, 5, 0, 7, 0);
      writer.add(RecordKind.INSERT.code(), Attributes.ofInsert(BlockClass.DATA, 0), 5, 0, 7, 123);
      writer.add(RecordKind.LOOKUP.code(), next, 5, 0, 8, 0);
      writer.add(RecordKind.INSERT.code(), Attributes.ofInsert(BlockClass.INDEX, 0), 5, 0, 8, 123);
      writer.add(RecordKind.LOOKUP.code(), next, 5, 0, 9, 0);
      writer.add(RecordKind.LOOKUP.code(), next, 5, 2, 7, 0);
      look(writer, 1, 7, COUNTED, 456);
    }

    Trace trace = Recording.read(folder).trace();

    assertThat(blocks(trace)).containsExactly(0, 1, 1);
    assertThat(trace.lengthOf(0)).isEqualTo(123);
  }

  @Test
  void reportsDamage() throws IOException {
    try (TraceWriter writer = writer(file(0))) {
      look(writer, 0, 7, COUNTED, 0);
      writer.flush();
      look(writer, 0, 8, COUNTED, 0);
    }
    byte[] bytes = Files.readAllBytes(file(0));
    Files.write(file(0), Arrays.copyOf(bytes, bytes.length - 1));

    Recording recording = Recording.read(file(0));
    assertThat(recording.trace().length()).isEqualTo(1);
    assertThat(recording.warnings()).hasSize(1);
    assertThat(recording.warnings().get(0))
        .startsWith(file(0) + ": ")
        .endsWith("no complete chunk up to the end of the file.");
  }

  @Test
  void rejectsEmptyFoldersAndRecordings() throws IOException {
    assertThatThrownBy(() -> Recording.read(folder))
        .hasMessage("There is no trace in " + folder + ".");
    writer(file(0)).close();
    assertThatThrownBy(() -> Recording.read(folder)).hasMessageContaining("has no lookup");
  }
}
