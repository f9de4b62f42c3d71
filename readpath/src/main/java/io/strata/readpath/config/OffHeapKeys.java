package io.strata.readpath.config;

import static io.strata.readpath.config.Support.ignored;
import static io.strata.readpath.config.ValueType.decimal;
import static io.strata.readpath.config.ValueType.integer;
import static io.strata.readpath.config.ValueType.share;
import static io.strata.readpath.config.ValueType.text;
import static io.strata.readpath.config.ValueType.wholeNumber;

import io.strata.l2.layout.CapacityPlan;
import java.nio.file.Path;
import java.util.List;

/** The keys of the off-heap tier: {@code hbase.bucketcache.*}. */
final class OffHeapKeys {
  /** The smallest off-heap tier. */
  static final int MIN_MEGABYTES = (int) (CapacityPlan.MIN_BYTES >> 20);

  /** The address range of the engine. */
  private static final int MAX_MEGABYTES = 4 << 20;

  private static final Support NO_EVICTION_ROUNDS =
      ignored("Strata evicts on demand, one slot at a time");
  private static final Support NO_PRIORITIES =
      ignored("Strata's policies rank blocks by use and do not partition the memory");
  private static final Support NO_PERSISTENCE =
      ignored(
          "files are recovered with `strata.flash.restart`, and memory is kept with"
              + " `strata.offheap.path`");

  static final SettingKey<String> IO_ENGINE =
      SettingKey.of("hbase.bucketcache.ioengine", text(), "name", "")
          .means(
              "Where data blocks are stored: offheap, mmap:PATH, pmem:PATH, file:PATH or"
                  + " files:PATH,PATH.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.ENGINE);
  static final SettingKey<Float> SIZE =
      SettingKey.of(
              "hbase.bucketcache.size",
              decimal(MIN_MEGABYTES, MAX_MEGABYTES)
                  .named(
                      "a number of megabytes from %d to %d"
                          .formatted(MIN_MEGABYTES, MAX_MEGABYTES)),
              "MB",
              "")
          .means("Memory for data blocks, or the size of all files together; at least 32.")
          .changedBy(Reload.SIZE);
  static final SettingKey<List<Integer>> BUCKET_SIZES =
      SettingKey.of("hbase.bucketcache.bucket.sizes", ValueType.slotSizes(), "bytes", "")
          .means("Slot sizes, separated by commas; if not set, Strata adapts them to the blocks.")
          .changedBy(Reload.SLOT_SIZES);
  static final SettingKey<Integer> WRITER_THREADS =
      SettingKey.of("hbase.bucketcache.writer.threads", integer(1, 1024), "threads", "3")
          .means(
              "Number of threads that copy large blocks into their slots; the inserting thread"
                  + " copies small ones.")
          .changedBy(Reload.WRITERS);
  static final SettingKey<Integer> WRITER_QUEUE_LENGTH =
      SettingKey.of("hbase.bucketcache.writer.queuelength", integer(1, 1 << 20), "blocks", "64")
          .means("Capacity of each writer thread's queue.")
          .changedBy(Reload.WRITERS);
  static final SettingKey<Long> QUEUE_WAIT =
      SettingKey.of(
              "hbase.bucketcache.queue.addition.waittime",
              wholeNumber(0, Long.MAX_VALUE),
              "ms",
              "0")
          .means("How long an insert waits for space in a full queue before its block is dropped.")
          .by(ignored("with a full queue, the inserting thread copies the block"));
  static final SettingKey<Float> ACCEPT_FACTOR =
      SettingKey.of("hbase.bucketcache.acceptfactor", share(), "share", "0.95")
          .means("Fill level at which an eviction round starts.")
          .by(NO_EVICTION_ROUNDS);
  static final SettingKey<Float> MIN_FACTOR =
      SettingKey.of("hbase.bucketcache.minfactor", share(), "share", "0.85")
          .means("Fill level at which an eviction round ends.")
          .by(NO_EVICTION_ROUNDS);
  static final SettingKey<Float> EXTRA_FREE_FACTOR =
      SettingKey.of("hbase.bucketcache.extrafreefactor", decimal(0, 1e6f), "share", "0.10")
          .means("How much more than needed an eviction round frees.")
          .by(NO_EVICTION_ROUNDS);
  static final SettingKey<Float> SINGLE_FACTOR =
      SettingKey.of("hbase.bucketcache.single.factor", share(), "share", "0.25")
          .means("Share of the memory for blocks that were read once.")
          .by(NO_PRIORITIES);
  static final SettingKey<Float> MULTI_FACTOR =
      SettingKey.of("hbase.bucketcache.multi.factor", share(), "share", "0.50")
          .means("Share of the memory for blocks that were read again.")
          .by(NO_PRIORITIES);
  static final SettingKey<Float> MEMORY_FACTOR =
      SettingKey.of("hbase.bucketcache.memory.factor", share(), "share", "0.25")
          .means("Share of the memory for blocks of in-memory column families.")
          .by(NO_PRIORITIES);
  static final SettingKey<Path> PERSISTENT_PATH =
      SettingKey.of("hbase.bucketcache.persistent.path", ValueType.path(), "path", "")
          .means("File from which the cache is recovered after a restart.")
          .by(NO_PERSISTENCE)
          .with(SettingKey.Secrecy.NAMES);

  static final SettingKey<Long> ORPHAN_GRACE =
      SettingKey.of(
              "hbase.bucketcache.block.orphan.evictgraceperiod.seconds",
              wholeNumber(0, Long.MAX_VALUE),
              "ms",
              "86400000")
          .means(
              "How long recovered blocks are kept if no region has their file and no read requests"
                  + " it (in milliseconds, despite the name).")
          .changedBy(Reload.ORPHAN_GRACE);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          IO_ENGINE,
          SIZE,
          BUCKET_SIZES,
          WRITER_THREADS,
          WRITER_QUEUE_LENGTH,
          QUEUE_WAIT,
          ACCEPT_FACTOR,
          MIN_FACTOR,
          EXTRA_FREE_FACTOR,
          SINGLE_FACTOR,
          MULTI_FACTOR,
          MEMORY_FACTOR,
          PERSISTENT_PATH,
          SettingKey.of(
                  "hbase.bucketcache.persistent.file.integrity.check.algorithm",
                  text(),
                  "name",
                  "MD5")
              .means("Checksum algorithm of the persistent file.")
              .by(NO_PERSISTENCE),
          SettingKey.of(
                  "hbase.bucketcache.persist.intervalinmillis",
                  wholeNumber(0, Long.MAX_VALUE),
                  "ms",
                  "1000")
              .means("Interval between writes of the persistent file.")
              .by(NO_PERSISTENCE),
          SettingKey.of(
                  "hbase.bucketcache.persistence.chunksize",
                  wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE),
                  "blocks",
                  "10000000")
              .means("Entries in each chunk of the persistent file.")
              .by(NO_PERSISTENCE),
          ORPHAN_GRACE,
          SettingKey.of(
                  "hbase.bucketcache.ioengine.errors.tolerated.duration",
                  integer(0, Integer.MAX_VALUE),
                  "ms",
                  "60000")
              .means("How long a file may fail before the cache is disabled.")
              .by(ignored("a failed file loses only its own blocks, and is retried")),
          SettingKey.of(
                  "hbase.bucketcache.offsetlock.usestrongref",
                  ValueType.bool(),
                  "true/false",
                  "false")
              .means("Kind of reference to the lock of each block (HBase 3).")
              .by(ignored("Strata has no per-block locks")),
          SettingKey.of(
                  "hbase.bucketcache.combinedcache.enabled", ValueType.bool(), "true/false", "true")
              .means("Whether index blocks stay on the heap and data blocks off it.")
              .by(ignored("the two tiers are always combined, as in HBase since 2.0")),
          SettingKey.of("hbase.bucketcache.percentage.in.combinedcache", share(), "share", "")
              .means("Share of the total size for data blocks.")
              .by(ignored("each tier has a size of its own, as in HBase since 2.0")));

  private OffHeapKeys() {}
}
