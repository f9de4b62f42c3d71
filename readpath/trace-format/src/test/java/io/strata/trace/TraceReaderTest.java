package io.strata.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.trace.Reading.Damage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TraceReaderTest {
  private final List<TraceRecord> read = new ArrayList<>();

  private Reading read(byte[] file) throws IOException {
    read.clear();
    Reading reading = TraceReader.read(ByteBuffer.wrap(file), read::add);
    assertThat(reading.records()).isEqualTo(read.size());
    return reading;
  }

  @RepeatedTest(40)
  void readsWhatWasWritten(RepetitionInfo round) throws IOException {
    Random random = new Random(round.getCurrentRepetition());
    List<TraceRecord> records =
        Samples.random(random, random.nextInt(40_000), 1 + random.nextInt(3_000));

    Reading reading = read(Samples.file(records, 1 + random.nextInt(20_000)));

    assertThat(read).isEqualTo(records);
    assertThat(reading.isWhole()).isTrue();
    assertThat(reading.settings()).isEqualTo(Samples.SETTINGS);
  }

  /** A killed process leaves a prefix of the file. */
  @RepeatedTest(40)
  void readsAllCompleteChunksOfATornFile(RepetitionInfo round) throws IOException {
    Random random = new Random(round.getCurrentRepetition());
    List<TraceRecord> records = Samples.random(random, 5_000, 50);
    byte[] file = Samples.file(records, 500);
    int end = random.nextInt(file.length);

    Reading reading = read(Arrays.copyOf(file, end));

    assertThat(read).isEqualTo(records.subList(0, read.size()));
    assertThat(read.size() % 500).isZero();
    long skipped = reading.damage().stream().mapToLong(Damage::bytes).sum();
    assertThat(skipped).as("at most a chunk").isLessThan(file.length / 5);
    if (!reading.damage().isEmpty()) {
      assertThat(reading.damage()).hasSize(1);
      assertThat(reading.damage().get(0).at() + skipped).isEqualTo(end);
    }
  }

  @Test
  void everyTruncationIsReadOrReported() throws IOException {
    List<TraceRecord> records = Samples.random(new Random(7), 20, 3);
    byte[] file = Samples.file(records, 5);
    int whole = 0;
    for (int end = 0; end <= file.length; end++) {
      Reading reading = read(Arrays.copyOf(file, end));
      assertThat(read).isEqualTo(records.subList(0, read.size()));
      whole += reading.isWhole() ? 1 : 0;
    }
    assertThat(whole).as("only where a chunk ends").isEqualTo(6);
    assertThat(read).isEqualTo(records);
  }

  /** Records outside the damage are read, and no record is read that was not written. */
  @RepeatedTest(60)
  void bitFlipLosesItsChunk(RepetitionInfo round) throws IOException {
    Random random = new Random(round.getCurrentRepetition());
    List<TraceRecord> records = Samples.random(random, 5_000, 50);
    byte[] file = Samples.file(records, 500);
    int bit =
        8 * ChunkFormat.FILE_HEADER_BYTES
            + random.nextInt(8 * (file.length - ChunkFormat.FILE_HEADER_BYTES));
    file[bit / 8] ^= (byte) (1 << bit % 8);

    Reading reading = read(file);

    assertThat(reading.damage()).hasSize(1);
    boolean inSettings = reading.settings().isEmpty();
    long lost = records.size() - read.size() - reading.unnamed();
    assertThat(lost).isEqualTo(inSettings ? 0 : 500);
    assertThat(isInOrderOf(read, records)).isTrue();
  }

  @RepeatedTest(20)
  void damageNeverInventsARecord(RepetitionInfo round) throws IOException {
    Random random = new Random(round.getCurrentRepetition());
    List<TraceRecord> records = Samples.random(random, 5_000, 50);
    byte[] file = Samples.file(records, 100);
    for (int i = 0; i < 20; i++) {
      int from = ChunkFormat.FILE_HEADER_BYTES + random.nextInt(file.length - 300);
      byte[] junk = new byte[random.nextInt(200)];
      random.nextBytes(junk);
      System.arraycopy(junk, 0, file, from, junk.length);
    }

    Reading reading = read(file);

    assertThat(reading.isWhole()).isFalse();
    assertThat(read).isNotEmpty();
    assertThat(isInOrderOf(read, records)).isTrue();
  }

  /** Records of a file whose name was lost are skipped and counted. */
  @Test
  void recordsWithLostNamesAreCounted() throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      records.add(
          new TraceRecord(
              RecordKind.LOOKUP,
              i,
              i % 10 == 9 ? "file-1" : "file-0",
              i,
              1,
              BlockClass.DATA,
              Outcome.MISS,
              0));
    }
    byte[] file = Samples.file(records, 9);
    byte[] name = "file-0".getBytes(StandardCharsets.UTF_8);
    int at = new String(file, StandardCharsets.ISO_8859_1).indexOf("file-0");
    file[at + name.length - 1] = '2';

    Reading reading = read(file);

    assertThat(read).extracting(TraceRecord::file).containsOnly("file-1");
    assertThat(reading.unnamed()).isEqualTo(30 - 9 - 3);
    assertThat(reading.isWhole()).isFalse();
  }

  @Test
  void missingAndMisplacedChunksAreReported() throws IOException {
    List<TraceRecord> records = Samples.random(new Random(3), 40, 1);
    byte[] file = Samples.file(records, 10);
    List<Integer> begins = chunks(file);
    int second = begins.get(2);
    int third = begins.get(3);
    byte[] without = new byte[file.length - (third - second)];
    System.arraycopy(file, 0, without, 0, second);
    System.arraycopy(file, third, without, second, file.length - third);

    assertThat(read(without).damage())
        .containsExactly(new Damage(second, 0, "chunks 2 to 2 are missing"));
    assertThat(read).hasSize(30);

    byte[] twice = Arrays.copyOf(file, file.length + third - second);
    System.arraycopy(file, second, twice, file.length, third - second);
    assertThat(read(twice).damage())
        .containsExactly(new Damage(file.length, third - second, "chunk 2 follows chunk 4"));
    assertThat(read).isEqualTo(records);
  }

  @Test
  void otherFilesAreRejected(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "Of other things.");
    assertThatThrownBy(() -> TraceReader.read(text, read::add))
        .isInstanceOf(IOException.class)
        .hasMessage(
            text + " cannot be read as a trace: it does not begin with the magic of a trace.");

    byte[] newer = Samples.file(List.of(), 1);
    newer[ChunkFormat.MAGIC.length + 3]++;
    Path path = Files.write(folder.resolve("newer.trace"), newer);
    assertThatThrownBy(() -> TraceReader.read(path, read::add))
        .hasMessageEndingWith("it has version 2, but only 1 is supported.");

    Path none = folder.resolve("none");
    assertThatThrownBy(() -> TraceReader.read(none, read::add))
        .hasMessageContaining("cannot be read as a trace");
  }

  @Test
  void recordTakesAFewBytes() {
    Random random = new Random(5);
    List<TraceRecord> scan = new ArrayList<>();
    List<TraceRecord> gets = new ArrayList<>();
    int count = 20_000;
    for (int i = 0; i < count; i++) {
      scan.add(lookup(i / 100, "file-0", i * 65_900L, 65_600 + random.nextInt(900)));
      gets.add(
          lookup(
              i / 100,
              "file-" + random.nextInt(100),
              random.nextInt(1 << 30),
              65_600 + random.nextInt(900)));
    }
    assertThat(Samples.file(scan, count).length / count).isLessThanOrEqualTo(6);
    assertThat(Samples.file(gets, count).length / count).isLessThanOrEqualTo(9);
  }

  private static TraceRecord lookup(long millis, String file, long offset, int length) {
    return new TraceRecord(
        RecordKind.LOOKUP,
        millis,
        file,
        offset,
        length,
        BlockClass.DATA,
        Outcome.OFF_HEAP,
        Attributes.CACHING | Attributes.COUNTED);
  }

  private static List<Integer> chunks(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    List<Integer> begins = new ArrayList<>();
    for (int at = ChunkFormat.FILE_HEADER_BYTES;
        at < file.length;
        at += ChunkFormat.CHUNK_HEADER_BYTES + bytes.getInt(at + 4)) {
      begins.add(at);
    }
    return begins;
  }

  private static boolean isInOrderOf(List<TraceRecord> some, List<TraceRecord> all) {
    int at = 0;
    for (TraceRecord each : all) {
      if (at < some.size() && some.get(at).equals(each)) {
        at++;
      }
    }
    return at == some.size();
  }
}
