package io.strata.perf.flash.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.bucket.BucketCache;

/**
 * HBase's BucketCache with files and default settings, except that inserts wait for free space in
 * its queues. By default it drops inserts that come too fast.
 */
public final class HBaseEngine implements Engine {
  /** The prefix of its file names. */
  static final String FILE = "hbase";

  private static final int WRITER_THREADS = 3;
  private static final int WRITER_QUEUE = 64;
  private static final long POLL_MILLIS = 1;

  /** Below this size, the smallest of HBase's size classes wastes most of a slot. */
  private static final int SMALL_BYTES = 1_000;

  /** HBase's smallest classes, and one for small blocks. */
  private static final int[] SMALL_CLASSES = {1 << 10, 5 << 10, 9 << 10, 17 << 10, 33 << 10};

  private final Blocks blocks;
  private final List<Path> files;
  private final BucketCache cache;
  private final List<Thread> writers;

  /** Opens a cache. */
  public HBaseEngine(Setup setup) throws IOException {
    this.blocks = setup.blocks();
    this.files = setup.files(FILE);
    Configuration conf = new Configuration(false);
    conf.setLong(BucketCache.QUEUE_ADDITION_WAIT_TIME, TimeUnit.MINUTES.toMillis(10));
    Set<Thread> before = writerThreads();
    this.cache =
        new BucketCache(
            engine(files),
            setup.bytes(),
            blocks.bytes(),
            blocks.bytes() < SMALL_BYTES ? SMALL_CLASSES.clone() : null,
            WRITER_THREADS,
            WRITER_QUEUE,
            setup.warm() ? map(setup).toString() : null,
            BucketCache.DEFAULT_ERROR_TOLERATION_DURATION,
            conf);
    Set<Thread> mine = writerThreads();
    mine.removeAll(before);
    this.writers = List.copyOf(mine);
    if (writers.size() != WRITER_THREADS) {
      throw new IllegalStateException("BucketCache has " + writers.size() + " writer threads.");
    }
  }

  private static String engine(List<Path> files) {
    String paths = String.join(",", files.stream().map(Path::toString).toList());
    return (files.size() == 1 ? "file:" : "files:") + paths;
  }

  private static Path map(Setup setup) {
    return setup.folder().resolve("hbase.map");
  }

  /** Deletes the persistent map of the blocks. */
  public static void deleteMap(Setup setup) throws IOException {
    Files.delete(map(setup));
  }

  private static Set<Thread> writerThreads() {
    Set<Thread> found = new HashSet<>();
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().contains("BucketCacheWriter")) {
        found.add(each);
      }
    }
    return found;
  }

  @Override
  public boolean read(int number) {
    Cacheable found = cache.getBlock(blocks.key(number), true, false, true);
    if (found == null) {
      return false;
    }
    try {
      blocks.check(number, (HFileBlock) found);
    } finally {
      found.release();
    }
    return true;
  }

  @Override
  public void insert(int number) {
    cache.cacheBlock(blocks.key(number), blocks.block(number), false, true);
  }

  /** A writer that waits for its queue has nothing left to write. */
  @Override
  public void awaitWritten() throws InterruptedException {
    while (!writers.stream().allMatch(HBaseEngine::waitsForBlocks)) {
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static boolean waitsForBlocks(Thread writer) {
    return Arrays.stream(writer.getStackTrace())
        .anyMatch(
            frame ->
                frame.getClassName().endsWith("ArrayBlockingQueue")
                    && frame.getMethodName().equals("take"));
  }

  @Override
  public long blocks() {
    return cache.getBackingMap().size();
  }

  @Override
  public long lost(long inserted) {
    return inserted - blocks() - cache.getStats().getEvictedCount();
  }

  @Override
  public OptionalLong writtenBytes() {
    return OptionalLong.empty();
  }

  /** Returns whether the persistent map was validated. */
  public boolean isRestored() {
    return cache.getBackingMapValidated().get();
  }

  @Override
  public List<Path> files() {
    return files;
  }

  @Override
  public void close() {
    cache.shutdown();
    try {
      for (Thread each : writers) {
        each.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
