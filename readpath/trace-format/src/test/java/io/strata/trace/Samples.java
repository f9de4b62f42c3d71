package io.strata.trace;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random records, and the bytes of files with them. */
final class Samples {
  static final Map<String, String> SETTINGS = Map.of("names", "plain", "größe", "12");

  private Samples() {}

  static List<TraceRecord> random(Random random, int count, int files) {
    List<TraceRecord> records = new ArrayList<>();
    long millis = 1_700_000_000_000L;
    for (int i = 0; i < count; i++) {
      millis += random.nextInt(20) == 0 ? random.nextInt(2_000) - 50 : 0;
      records.add(record(random, millis, "file-" + random.nextInt(files)));
    }
    return records;
  }

  private static TraceRecord record(Random random, long millis, String file) {
    RecordKind kind = any(RecordKind.values(), random);
    boolean dropped = kind == RecordKind.DROPPED;
    boolean wild = random.nextInt(10) == 0;
    return new TraceRecord(
        kind,
        millis,
        dropped ? "" : file,
        wild ? random.nextLong() : random.nextInt(1 << 30),
        wild ? random.nextLong() : 65_536 + random.nextInt(1_000),
        any(BlockClass.values(), random),
        any(Outcome.values(), random),
        random.nextInt(8) << 5);
  }

  private static <T> T any(T[] choice, Random random) {
    return choice[random.nextInt(choice.length)];
  }

  static byte[] file(List<TraceRecord> records, int flushEvery) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TraceWriter writer = new TraceWriter(Channels.newChannel(bytes), SETTINGS)) {
      for (int i = 0; i < records.size(); i++) {
        write(writer, records.get(i));
        if (i % flushEvery == flushEvery - 1) {
          writer.flush();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void write(TraceWriter writer, TraceRecord record) throws IOException {
    int file = record.file().isEmpty() ? 0 : Integer.parseInt(record.file().substring(5));
    if (!record.file().isEmpty() && !writer.knows(file)) {
      writer.define(file, record.file(), record.millis());
    }
    int attributes = Attributes.ofLookup(record.type(), record.outcome(), record.hints());
    writer.add(
        record.kind().code(), attributes, record.millis(), file, record.offset(), record.length());
  }
}
