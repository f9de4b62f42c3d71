package io.strata.readpath.config;

import static io.strata.readpath.config.Support.noMeaning;
import static io.strata.readpath.config.ValueType.decimal;
import static io.strata.readpath.config.ValueType.integer;
import static io.strata.readpath.config.ValueType.share;
import static io.strata.readpath.config.ValueType.text;
import static io.strata.readpath.config.ValueType.wholeNumber;

import java.nio.file.Path;
import java.util.List;

/** The keys of the second tier: {@code hbase.bucketcache.*}. */
final class OffHeapKeys {
  /** The least that the second tier works with: eight buffers of 4 MB. */
  static final int MIN_MEGABYTES = 32;

  /** As many as the engine can name. */
  private static final int MAX_MEGABYTES = 4 << 20;

  private static final Support NO_ROUNDS =
      noMeaning("Strata evicts slot by slot, as room is needed, and not in rounds");
  private static final Support NO_GROUPS =
      noMeaning("Strata ranks blocks by use and has no groups to divide the memory between");
  private static final Support NO_PERSISTENCE =
      noMeaning(
          "what is in files is found again without it (`strata.flash.restart`), and what is in memory by `strata.offheap.path`");

  static final SettingKey<String> IO_ENGINE =
      SettingKey.of("hbase.bucketcache.ioengine", text(), "name", "")
          .means(
              "Where data blocks live: offheap, or mmap:PATH, pmem:PATH, file:PATH, files:PATH,PATH.")
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
          .means("Memory for data blocks, or the size of the files together; at least 32.")
          .changedBy(Reload.SIZE);
  static final SettingKey<List<Integer>> BUCKET_SIZES =
      SettingKey.of("hbase.bucketcache.bucket.sizes", ValueType.slotSizes(), "bytes", "")
          .means(
              "The sizes of slot to cut, with commas between; Strata learns them from the blocks when not set.")
          .changedBy(Reload.SLOT_SIZES);
  static final SettingKey<Integer> WRITER_THREADS =
      SettingKey.of("hbase.bucketcache.writer.threads", integer(1, 1024), "threads", "3")
          .means(
              "Threads that copy large blocks into their slots; the thread that brings a small one copies it.")
          .changedBy(Reload.WRITERS);
  static final SettingKey<Integer> WRITER_QUEUE_LENGTH =
      SettingKey.of("hbase.bucketcache.writer.queuelength", integer(1, 1 << 20), "blocks", "64")
          .means("Blocks that may wait for each writer thread.")
          .changedBy(Reload.WRITERS);
  static final SettingKey<Long> QUEUE_WAIT =
      SettingKey.of(
              "hbase.bucketcache.queue.addition.waittime",
              wholeNumber(0, Long.MAX_VALUE),
              "ms",
              "0")
          .means("How long a block waits for room in a queue before it is dropped.")
          .by(
              noMeaning(
                  "a block that finds the queue full is copied by the thread that brings it"));
  static final SettingKey<Float> ACCEPT_FACTOR =
      SettingKey.of("hbase.bucketcache.acceptfactor", share(), "share", "0.95")
          .means("How full the cache may be before a round of eviction starts.")
          .by(NO_ROUNDS);
  static final SettingKey<Float> MIN_FACTOR =
      SettingKey.of("hbase.bucketcache.minfactor", share(), "share", "0.85")
          .means("How full a round of eviction leaves the cache.")
          .by(NO_ROUNDS);
  static final SettingKey<Float> EXTRA_FREE_FACTOR =
      SettingKey.of("hbase.bucketcache.extrafreefactor", decimal(0, 1e6f), "share", "0.10")
          .means("How much more than is needed a round of eviction frees.")
          .by(NO_ROUNDS);
  static final SettingKey<Float> SINGLE_FACTOR =
      SettingKey.of("hbase.bucketcache.single.factor", share(), "share", "0.25")
          .means("Share of the memory for blocks that were read once.")
          .by(NO_GROUPS);
  static final SettingKey<Float> MULTI_FACTOR =
      SettingKey.of("hbase.bucketcache.multi.factor", share(), "share", "0.50")
          .means("Share of the memory for blocks that were read again.")
          .by(NO_GROUPS);
  static final SettingKey<Float> MEMORY_FACTOR =
      SettingKey.of("hbase.bucketcache.memory.factor", share(), "share", "0.25")
          .means("Share of the memory for blocks of in-memory column families.")
          .by(NO_GROUPS);
  static final SettingKey<Path> PERSISTENT_PATH =
      SettingKey.of("hbase.bucketcache.persistent.path", ValueType.path(), "path", "")
          .means("The file from which the contents are found again after a restart.")
          .by(NO_PERSISTENCE)
          .with(SettingKey.Secrecy.NAMES);

  static final SettingKey<Long> ORPHAN_GRACE =
      SettingKey.of(
              "hbase.bucketcache.block.orphan.evictgraceperiod.seconds",
              wholeNumber(0, Long.MAX_VALUE),
              "ms",
              "86400000")
          .means(
              "How long blocks that a restart found are kept when nobody asks for them and no region"
                  + " has their file (the name says seconds).")
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
              .means("How the persistent file is proved to be whole.")
              .by(NO_PERSISTENCE),
          SettingKey.of(
                  "hbase.bucketcache.persist.intervalinmillis",
                  wholeNumber(0, Long.MAX_VALUE),
                  "ms",
                  "1000")
              .means("How often the persistent file is written.")
              .by(NO_PERSISTENCE),
          SettingKey.of(
                  "hbase.bucketcache.persistence.chunksize",
                  wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE),
                  "blocks",
                  "10000000")
              .means("Entries in each part of the persistent file.")
              .by(NO_PERSISTENCE),
          ORPHAN_GRACE,
          SettingKey.of(
                  "hbase.bucketcache.ioengine.errors.tolerated.duration",
                  integer(0, Integer.MAX_VALUE),
                  "ms",
                  "60000")
              .means("How long a file may fail before the cache is switched off.")
              .by(noMeaning("a file that fails costs its own blocks, and is tried again")),
          SettingKey.of(
                  "hbase.bucketcache.offsetlock.usestrongref",
                  ValueType.bool(),
                  "true/false",
                  "false")
              .means("How the lock of each block is referred to (HBase 3).")
              .by(noMeaning("Strata has no lock for each block")),
          SettingKey.of(
                  "hbase.bucketcache.combinedcache.enabled", ValueType.bool(), "true/false", "true")
              .means("Whether index blocks stay on the heap and data blocks off it.")
              .by(noMeaning("the two tiers always work together, as in HBase since 2.0")),
          SettingKey.of("hbase.bucketcache.percentage.in.combinedcache", share(), "share", "")
              .means("Share of the whole size for data blocks.")
              .by(noMeaning("each tier has a size of its own, as in HBase since 2.0")));

  private OffHeapKeys() {}
}
