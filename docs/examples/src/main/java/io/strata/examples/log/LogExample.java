package io.strata.examples.log;

import io.strata.l2.stream.segment.ReadIndex;
import io.strata.l2.stream.segment.ReadIndexOptions;
import io.strata.l2.stream.segment.ReadIndexStatistics;
import io.strata.l2.stream.segment.SegmentIndex;
import io.strata.l2.stream.segment.SegmentRead;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A log over a read index. A producer appends records, two tail readers follow it, and a flusher
 * writes the log to a file. Afterwards a catch-up reader reads the log from its start, most of
 * which is only in the file by then.
 */
public final class LogExample {
  private static final long MEMORY_BYTES = 32L << 20;
  private static final int MEGABYTES = 200;
  private static final int FLUSH_BYTES = 1 << 20;
  private static final long WAIT_MILLIS = 60_000;
  private static final long TAIL_WAIT_MILLIS = 1_000;
  private static final String USAGE =
      "Usage: LogExample <folder> [<megabytes to append, 1 or more>]. Default: "
          + MEGABYTES
          + " MB.";

  private final ReadIndex index;
  private final SegmentIndex log;
  private final LogFile file;
  private final long records;

  private LogExample(ReadIndex index, LogFile file, long records) {
    this.index = index;
    this.log = index.add("log");
    this.file = file;
    this.records = records;
  }

  /** Arguments: a folder for the log, and optionally the number of megabytes to append. */
  public static void main(String[] args) throws Exception {
    int megabytes = megabytes(args);
    if (megabytes < 1) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Path path = Files.createDirectories(Path.of(args[0])).resolve("example.log");
    // Appends wait while memory is full of bytes that are not in the file yet.
    ReadIndexOptions options = ReadIndexOptions.ofBytes(MEMORY_BYTES).withWaitMillis(WAIT_MILLIS);
    try (LogFile file = new LogFile(path);
        ReadIndex index = new ReadIndex(options, file)) {
      new LogExample(index, file, megabytes * 1_000_000L / Records.BYTES).run();
    }
  }

  /** Returns the number of megabytes to append, or 0 if the arguments are invalid. */
  private static int megabytes(String[] args) {
    if (args.length < 1 || args.length > 2) {
      return 0;
    }
    try {
      return args.length == 1 ? MEGABYTES : Integer.parseInt(args[1]);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  private void run() throws ExecutionException, InterruptedException {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<String> first = threads.submit(this::readTail);
      Future<String> second = threads.submit(this::readTail);
      Future<?> flushed = threads.submit(flusher());
      produce();
      System.out.printf(
          "Appended %,d records, %,d bytes, with %,d bytes of memory.%n",
          records, log.end(), MEMORY_BYTES);
      System.out.println("Tail reader 1: " + first.get() + ".");
      System.out.println("Tail reader 2: " + second.get() + ".");
      flushed.get();
      long before = file.bytesRead();
      System.out.println("Catch-up reader: " + threads.submit(this::readTail).get() + ".");
      ReadIndexStatistics statistics = index.statistics();
      System.out.printf(
          "It read %,d bytes from the file; %,d entries had been evicted from memory.%n",
          file.bytesRead() - before, statistics.evictedEntries());
    } finally {
      threads.shutdownNow();
    }
  }

  private void produce() {
    for (long number = 0; number < records; number++) {
      log.append(Records.record(number));
    }
  }

  private String readTail() throws IOException, InterruptedException {
    Records reader = new Records(log);
    reader.read(records);
    return reader.summary();
  }

  /** Returns a task that writes appended bytes to the file and reports them as persisted. */
  private Callable<Void> flusher() {
    return () -> {
      while (log.persisted() < records * Records.BYTES) {
        try (SegmentRead read = log.readTail(log.persisted(), FLUSH_BYTES, TAIL_WAIT_MILLIS)) {
          if (read != null) {
            log.persisted(file.append(read.buffers()));
          }
        }
      }
      return null;
    };
  }
}
