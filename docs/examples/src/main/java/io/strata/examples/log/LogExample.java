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
 * A producer appends to a log, two readers follow its tail, a thread brings it to a file, and at
 * last a reader goes through all of it from its beginning, most of which is only in the file by
 * then.
 */
public final class LogExample {
  private static final long MEMORY_BYTES = 32L << 20;
  private static final int MEGABYTES = 200;
  private static final int FLUSH_BYTES = 1 << 20;
  private static final long WAIT_MILLIS = 60_000;
  private static final long TAIL_WAIT_MILLIS = 1_000;
  private static final String USAGE =
      "Give a folder for the log, and how many megabytes to append, 1 or more: LogExample <folder> "
          + MEGABYTES;

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

  /** Arguments: a folder, and how many megabytes to append if not the usual ones. */
  public static void main(String[] args) throws Exception {
    int megabytes = megabytes(args);
    if (megabytes < 1) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Path path = Files.createDirectories(Path.of(args[0])).resolve("example.log");
    // Who appends waits for the file while memory is full of what it does not have.
    ReadIndexOptions options = ReadIndexOptions.ofBytes(MEMORY_BYTES).withWaitMillis(WAIT_MILLIS);
    try (LogFile file = new LogFile(path);
        ReadIndex index = new ReadIndex(options, file)) {
      new LogExample(index, file, megabytes * 1_000_000L / Records.BYTES).run();
    }
  }

  /** 0 when the arguments are wrong. */
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
          "Appended %,d records, %,d bytes; memory has %,d bytes.%n",
          records, log.end(), MEMORY_BYTES);
      System.out.println("First reader of the tail: " + first.get() + ".");
      System.out.println("Second reader of the tail: " + second.get() + ".");
      flushed.get();
      long before = file.bytesRead();
      System.out.println("Reader of the history: " + threads.submit(this::readTail).get() + ".");
      ReadIndexStatistics statistics = index.statistics();
      System.out.printf(
          "It had %,d bytes read from the file; %,d entries were evicted by then.%n",
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

  /** Brings what is appended to the file, and says so. */
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
