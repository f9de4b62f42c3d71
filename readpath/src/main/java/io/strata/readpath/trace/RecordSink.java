package io.strata.readpath.trace;

import io.strata.readpath.config.TraceSettings;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes records from rings to files, and rotates files. Not thread-safe.
 *
 * <p>A record's time is that of the drain of its ring, so that records in rings need no time.
 */
final class RecordSink implements Closeable, RecordRing.Consumer<IOException> {
  private static final int NO_FILE = 0;
  private static final long UNSET = -1;

  private final FileNumbers numbers;
  private final HashedNames hashed = new HashedNames();
  private final boolean hashNames;
  private final Map<String, String> facts;
  private final TraceFolder folder;
  private TraceWriter file;
  private long millis;
  private long nextLength = UNSET;
  private long lost;

  /**
   * Creates the first file.
   *
   * @param facts facts about the cache, for the files' headers
   * @throws IOException if it cannot be created
   */
  RecordSink(
      Path path,
      TraceSettings settings,
      Map<String, String> facts,
      FileNumbers numbers,
      long startMillis)
      throws IOException {
    this.numbers = numbers;
    this.hashNames = settings.hashNames();
    this.facts = new LinkedHashMap<>(facts);
    this.facts.put("names", hashNames ? "hashed" : "plain");
    this.folder = new TraceFolder(path, settings.files(), settings.fileBytes());
    try {
      this.millis = startMillis;
      this.file = folder.begin(startMillis, this.facts);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  /** Sets the time of the next records, in milliseconds since the epoch. */
  void setTime(long millis) {
    this.millis = millis;
  }

  @Override
  public void accept(long first, long second) throws IOException {
    int kind = PackedRecord.kind(first);
    if (kind == PackedRecord.LENGTH) {
      nextLength = second;
      return;
    }
    long length = nextLength == UNSET ? PackedRecord.length(first) : nextLength;
    nextLength = UNSET;
    int number = PackedRecord.file(first);
    rotateIfFull();
    if (!file.knows(number) && !define(number)) {
      lost++;
      return;
    }
    file.add(kind, PackedRecord.attributes(first), millis, number, second, length);
    if (kind == RecordKind.EVICT_FILE.code()) {
      numbers.remove(number);
    }
  }

  /** Defines a file in the trace; returns false if it was removed since the record was made. */
  private boolean define(int fileNumber) throws IOException {
    String name = numbers.name(fileNumber);
    if (name == null) {
      return false;
    }
    file.define(fileNumber, hashNames ? hashed.of(name) : name, millis);
    return true;
  }

  /** Writes the number of dropped records: {@code count}, and those that were lost here. */
  void dropped(long count) throws IOException {
    long all = count + lost;
    lost = 0;
    if (all > 0) {
      rotateIfFull();
      file.add(RecordKind.DROPPED.code(), 0, millis, NO_FILE, 0, all);
    }
  }

  private void rotateIfFull() throws IOException {
    if (folder.isFull(file)) {
      file.close();
      file = folder.begin(millis, facts);
    }
  }

  /** Writes buffered records. */
  void flush() throws IOException {
    file.flush();
  }

  @Override
  public void close() throws IOException {
    try (folder) {
      file.close();
    }
  }
}
