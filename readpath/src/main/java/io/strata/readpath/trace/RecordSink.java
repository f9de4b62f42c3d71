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
 * Takes records from rings to files, and begins a new file when one is full. Not thread-safe.
 *
 * <p>A record's first word is the time in milliseconds since the recorder's start, shifted by 16;
 * its attributes, shifted by 8; and its kind. The others are the number of the file, the offset,
 * and the length.
 */
final class RecordSink implements Closeable, RecordRing.Consumer<IOException> {
  static final int TIME_SHIFT = 16;
  static final int ATTRIBUTES_SHIFT = 8;
  private static final int BYTE_MASK = 0xff;
  private static final int NO_FILE = 0;

  private final FileNumbers numbers;
  private final HashedNames hashed = new HashedNames();
  private final boolean hashNames;
  private final long startMillis;
  private final Map<String, String> facts;
  private final TraceFolder folder;
  private TraceWriter file;
  private long lost;

  /**
   * Begins the first file.
   *
   * @param facts what a reader should know of the cache
   * @throws IOException when that is not possible
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
    this.startMillis = startMillis;
    this.facts = new LinkedHashMap<>(facts);
    this.facts.put("names", hashNames ? "hashed" : "plain");
    this.folder = new TraceFolder(path, settings.files(), settings.fileBytes());
    try {
      this.file = folder.begin(startMillis, this.facts);
    } catch (IOException | RuntimeException e) {
      folder.close();
      throw e;
    }
  }

  @Override
  public void accept(long first, long number, long offset, long length) throws IOException {
    long millis = startMillis + (first >>> TIME_SHIFT);
    int kind = (int) first & BYTE_MASK;
    int fileNumber = (int) number;
    rotateIfFull(millis);
    if (!file.knows(fileNumber) && !define(fileNumber, millis)) {
      lost++;
      return;
    }
    int attributes = (int) (first >>> ATTRIBUTES_SHIFT) & BYTE_MASK;
    file.add(kind, attributes, millis, fileNumber, offset, length);
    if (kind == RecordKind.EVICT_FILE.code()) {
      numbers.forget(fileNumber);
    }
  }

  /** Says false when the file was forgotten since the record was made. */
  private boolean define(int fileNumber, long millis) throws IOException {
    String name = numbers.name(fileNumber);
    if (name == null) {
      return false;
    }
    file.define(fileNumber, hashNames ? hashed.of(name) : name, millis);
    return true;
  }

  /** Notes that so many records were dropped before they came here, and what was lost here. */
  void dropped(long count, long millis) throws IOException {
    long all = count + lost;
    lost = 0;
    if (all > 0) {
      rotateIfFull(millis);
      file.add(RecordKind.DROPPED.code(), 0, millis, NO_FILE, 0, all);
    }
  }

  private void rotateIfFull(long millis) throws IOException {
    if (folder.isFull(file)) {
      file.close();
      file = folder.begin(millis, facts);
    }
  }

  /** Writes what is not written yet. */
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
