package io.strata.readpath.config;

import io.strata.l2.compress.Compression;
import io.strata.l2.policy.Policies;
import io.strata.readpath.compress.Algorithms;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;

/** The checked settings of the cache. Immutable and thread-safe. */
public final class CacheSettings {
  private final Configuration conf;
  private final long onHeapBytes;
  private final long memstoreBytes;
  private final Engine engine;
  private final long engineBytes;
  private final long offHeapBytes;
  private final Optional<List<Integer>> slotSizes;
  private final int writerThreads;
  private final int writerQueueLength;
  private final Policies policy;
  private final Compression compression;
  private final boolean usesDictionaries;
  private final List<Quota> quotas;
  private final int metricsTables;
  private final int blockBytes;
  private final int statsPeriodMinutes;
  private final int statsPeriods;
  private final Optional<FlashSettings> flash;
  private final MemoryNeed memoryNeed;
  private final TraceSettings trace;
  private final long orphanGraceMillis;
  private final Optional<String> shortage;
  private final Optional<Path> bucketCacheList;
  private final List<String> notes;
  private final List<Shown> shown;

  CacheSettings(
      Configuration conf, SettingReader reader, MemoryLimits limits, boolean checksFiles) {
    // A copy: HBase changes its configuration in place.
    this.conf = new Configuration(conf);
    reportUnknownKeys(conf, reader);
    SettingKeys.all().forEach(reader::find);
    new CrossChecks(reader).run();
    EngineReader engines = new EngineReader(reader);
    engine = reader.part(engines::engine, new Engine(Engine.Kind.OFFHEAP, List.of()), "offheap");
    if (engines.lacksSizeByEngine()) {
      reader.replace(OffHeapKeys.SIZE);
    }
    engineBytes =
        reader.part(
            engines::bytes,
            (long) OffHeapKeys.MIN_MEGABYTES << 20,
            Integer.toString(OffHeapKeys.MIN_MEGABYTES));
    offHeapBytes = EngineReader.memoryOf(engine, engineBytes);
    HeapShare heap = new HeapShare(reader, limits.maxHeap());
    onHeapBytes = reader.part(heap::bytes, limits.maxHeap() / 1000, "0.001 of the heap");
    memstoreBytes = heap.memstoreBytes();
    slotSizes = reader.find(OffHeapKeys.BUCKET_SIZES);
    writerThreads = reader.get(OffHeapKeys.WRITER_THREADS);
    writerQueueLength = reader.get(OffHeapKeys.WRITER_QUEUE_LENGTH);
    policy = Policies.named(reader.get(StrataKeys.POLICY)).orElseThrow();
    compression =
        Algorithms.compression(
            reader.get(StrataKeys.COMPRESSION), reader.get(StrataKeys.COMPRESSION_CPU));
    reader.check(() -> requireUnsafe(reader));
    usesDictionaries = reader.get(StrataKeys.DICTIONARIES);
    quotas = reader.find(StrataKeys.QUOTAS).orElse(List.of());
    metricsTables = reader.get(StrataKeys.METRICS_TABLES);
    blockBytes =
        reader
            .find(OnHeapKeys.BLOCK_BYTES)
            .or(() -> reader.find(OnHeapKeys.OLD_BLOCK_BYTES))
            .orElseGet(() -> reader.get(OnHeapKeys.BLOCK_BYTES));
    statsPeriodMinutes = reader.get(OnHeapKeys.STATS_PERIOD_MINUTES);
    statsPeriods = reader.get(OnHeapKeys.STATS_PERIODS);
    trace = TraceSettings.read(reader);
    orphanGraceMillis = reader.get(OffHeapKeys.ORPHAN_GRACE);
    bucketCacheList = reader.find(OffHeapKeys.PERSISTENT_PATH);
    flash = new FlashReader(reader).read(blockBytes, engine, engineBytes);
    reader.check(() -> requireDictionaries(reader));
    memoryNeed = new MemoryNeed(reader, limits, isMapped() ? 0 : offHeapBytes, flashMemory());
    shown = SettingKeys.all().stream().flatMap(key -> shown(key, reader)).toList();
    MemoryCheck memory = new MemoryCheck(reader, memoryNeed, limits.physical());
    shortage = memory.warning();
    notes =
        Stream.concat(new Notes(conf, reader, engine).collect().stream(), shortage.stream())
            .toList();
    if (checksFiles) {
      checkFiles(reader);
    }
    if (!isMapped() && !isKept()) {
      reader.check(() -> new DirectMemory(reader).requireFits(memoryNeed, limits.maxDirect()));
    }
    reader.check(memory::requireFits);
  }

  /**
   * Reads and checks a configuration, without side effects.
   *
   * @param conf the configuration of the RegionServer
   * @param limits the memory that the process may take
   * @throws InvalidSettingException for the first invalid setting; the message has key, value,
   *     problem, fix, and the number of other problems
   */
  public static CacheSettings read(Configuration conf, MemoryLimits limits) {
    return Diagnosis.of(conf, limits, true).orThrow();
  }

  private static void requireUnsafe(SettingReader reader) {
    if (!Algorithms.runs(reader.get(StrataKeys.COMPRESSION))) {
      throw reader.reject(
          StrataKeys.COMPRESSION,
          "needs zstd-jni or sun.misc.Unsafe: the library is not on the class path, or has no native"
              + " part for this system, and this JVM denies the memory access",
          "add the zstd-jni of HBase's distribution to HBASE_CLASSPATH, set lz4, or start the JVM"
              + " with --sun-misc-unsafe-memory-access=allow");
    }
  }

  private void requireDictionaries(SettingReader reader) {
    if (!usesDictionaries) {
      return;
    }
    if (!Algorithms.hasDictionaries()) {
      throw reader.reject(
          StrataKeys.DICTIONARIES,
          "needs zstd-jni, which is not on the class path or has no native library for this system",
          "add the zstd-jni of HBase's distribution to HBASE_CLASSPATH, or remove the key");
    }
    if (flash.isPresent() && flash.get().isEncrypted()) {
      throw reader.reject(
          StrataKeys.DICTIONARIES,
          "the disks are encrypted (%s), and dictionaries would lie there in plain text"
              .formatted(FlashKeys.ENCRYPTION.name()),
          "remove the key, or set %s to none".formatted(FlashKeys.ENCRYPTION.name()));
    }
  }

  private void checkFiles(SettingReader reader) {
    FileCheck files = new FileCheck(reader);
    bucketCacheList.ifPresent(
        path -> reader.check(() -> files.requireWritable(OffHeapKeys.PERSISTENT_PATH, path)));
    if (isMapped()) {
      reader.check(
          () -> {
            engine.paths().forEach(path -> files.requireWritable(OffHeapKeys.IO_ENGINE, path));
            files.requireFreeSpace(OffHeapKeys.SIZE, engine.paths(), offHeapBytes);
          });
    }
    if (isKept()) {
      reader.check(() -> new MemoryFileCheck(reader).require(engine.paths(), offHeapBytes));
    }
    trace
        .folder()
        .ifPresent(
            folder ->
                reader.check(
                    () -> {
                      files.requireWritableFolder(TraceKeys.DIR, folder);
                      files.requireTraceSpace(TraceKeys.MAX_BYTES, folder, trace.maxBytes());
                    }));
    flash.ifPresent(tier -> reader.check(() -> checkFilesOf(tier, files)));
  }

  private static void checkFilesOf(FlashSettings tier, FileCheck files) {
    tier.paths().forEach(path -> files.requireWritable(tier.pathKey(), path));
    files.requireFreeSpace(tier.sizeKey(), tier.options().files());
  }

  private boolean isMapped() {
    return engine.kind() == Engine.Kind.MAPPED;
  }

  private boolean isKept() {
    return engine.kind() == Engine.Kind.KEPT;
  }

  private long flashMemory() {
    return flash.map(FlashSettings::directBytes).orElse(0L);
  }

  private static void reportUnknownKeys(Configuration conf, SettingReader reader) {
    for (Map.Entry<String, String> entry : conf) {
      String name = entry.getKey();
      if (name.startsWith(SettingKeys.STRATA_PREFIX) && !SettingKeys.isKnown(name)) {
        reader.add(
            new InvalidSettingException(
                name,
                // The value of an unknown key may be a secret.
                Secrets.NOT_SHOWN,
                "unknown key",
                "remove it, or set %s if you meant that"
                    .formatted(SettingKeys.nearest(name).name())));
      }
    }
  }

  private static Stream<Shown> shown(SettingKey<?> key, SettingReader reader) {
    if (key.support().by() == Support.By.NONE) {
      return Stream.empty();
    }
    String text = reader.shown(key);
    return Stream.of(
        new Shown(
            key.name(),
            text == null ? key.defaultText() : text.strip(),
            key.defaultText(),
            key.unit(),
            key.meaning(),
            reader.isSetByUser(key)));
  }

  /**
   * A setting as it is shown.
   *
   * @param value as it was set, without secrets, or the default; empty if there is none
   * @param defaultValue empty if there is none
   * @param isSet whether the administrator set it
   */
  public record Shown(
      String key, String value, String defaultValue, String unit, String meaning, boolean isSet) {}

  /** Returns each key that has an effect, with its value, in the order of {@code docs/KEYS.md}. */
  public List<Shown> shown() {
    return shown;
  }

  /** Returns the configuration that was read, for HBase's own classes; not to be changed. */
  public Configuration conf() {
    return conf;
  }

  /** Returns the bytes of the on-heap tier, before HBase's heap tuner resizes it; at least 1. */
  public long onHeapBytes() {
    return onHeapBytes;
  }

  /** Returns the bytes of the heap for the memstores, before HBase's heap tuner changes it. */
  public long memstoreBytes() {
    return memstoreBytes;
  }

  /** Returns the bytes of the off-heap tier, of all its mapped files together; at least 32 MB. */
  public long offHeapBytes() {
    return offHeapBytes;
  }

  /** Returns the rejection for memory that could not be allocated although the limits allow it. */
  public InvalidSettingException outOfMemory(OutOfMemoryError error) {
    return new InvalidSettingException(
        OffHeapKeys.SIZE.name(),
        Long.toString(engineBytes >> 20),
        "the memory could not be allocated (%s)".formatted(error.getMessage()),
        isKept()
            ? "lower it, or check what else is on the file system of "
                + StrataKeys.OFFHEAP_PATH.name()
            : "lower it, or raise -XX:MaxDirectMemorySize and check what else takes direct memory");
  }

  /** Returns the rejection for files that could not be mapped. */
  public InvalidSettingException mapFailed(UncheckedIOException error) {
    return new InvalidSettingException(
        OffHeapKeys.IO_ENGINE.name(),
        engine.paths().toString(),
        "cannot be mapped (%s)".formatted(InvalidSettingException.line(error)),
        "fix the cause, or name other files");
  }

  /** Returns the rejection for files of memory that could not be opened. */
  public InvalidSettingException memoryFileFailed(IOException error) {
    return new InvalidSettingException(
        StrataKeys.OFFHEAP_PATH.name(),
        engine.paths().toString(),
        "cannot be used (%s)".formatted(InvalidSettingException.line(error)),
        "fix the cause, or name other files");
  }

  /**
   * Returns the rejection for a size that the running cache cannot reach.
   *
   * @param why a sentence
   */
  public InvalidSettingException resizeFailed(String why) {
    return new InvalidSettingException(
        OffHeapKeys.SIZE.name(),
        Long.toString(engineBytes >> 20),
        "the running cache cannot be resized to it (%s)".formatted(why),
        "restart the server, or set a size closer to the one at startup");
  }

  /** Returns where the off-heap tier stores its blocks. */
  public Engine engine() {
    return engine;
  }

  /**
   * Returns the slot sizes in bytes: ascending, distinct, multiples of 256, at most 4 MB less 256;
   * empty if the cache chooses them. Each call returns a new array.
   */
  public Optional<int[]> slotSizes() {
    return slotSizes.map(sizes -> sizes.stream().mapToInt(Integer::intValue).toArray());
  }

  /** As {@link #slotSizes}, for comparison and display; empty if the cache chooses them. */
  List<Integer> slotSizeList() {
    return slotSizes.orElse(List.of());
  }

  /** Returns the number of threads that copy blocks into the off-heap tier; at least 1. */
  public int writerThreads() {
    return writerThreads;
  }

  /** Returns the capacity of each writer thread's queue in blocks; at least 1. */
  public int writerQueueLength() {
    return writerQueueLength;
  }

  /** Returns the eviction policy of the off-heap tier. */
  public Policies policy() {
    return policy;
  }

  /** Returns how blocks of the off-heap tier are compressed instead of evicted. */
  public Compression compression() {
    return compression;
  }

  /** Returns whether zstd uses dictionaries of families. */
  public boolean usesDictionaries() {
    return usesDictionaries;
  }

  /** Returns the quotas of tables and families in the off-heap tier. */
  public List<Quota> quotas() {
    return quotas;
  }

  /** Returns the number of tables that have metrics of their own; 0 or more. */
  public int metricsTables() {
    return metricsTables;
  }

  /** Returns the expected size of a block in bytes, by which tables are sized; at least 256. */
  public int blockBytes() {
    return blockBytes;
  }

  /** Returns the length in minutes of a period of the rolling statistics; at least 1. */
  public int statsPeriodMinutes() {
    return statsPeriodMinutes;
  }

  /** Returns the number of periods in the rolling statistics; at least 1. */
  public int statsPeriods() {
    return statsPeriods;
  }

  /** Returns the settings of the flash tier; empty if there is none. */
  public Optional<FlashSettings> flash() {
    return flash;
  }

  /**
   * Returns how long recovered blocks are kept whose file no region has; empty if a restart
   * recovers no blocks.
   */
  public Optional<Long> orphanGraceMillis() {
    return isKept() || flash.filter(FlashSettings::isWarm).isPresent()
        ? Optional.of(orphanGraceMillis)
        : Optional.empty();
  }

  /** Returns the settings of the recorder of accesses. */
  public TraceSettings trace() {
    return trace;
  }

  /** Returns where HBase's BucketCache persists the list of its blocks; empty if not set. */
  public Optional<Path> bucketCacheList() {
    return bucketCacheList;
  }

  /** Returns the memory that a RegionServer with this configuration may take in total. */
  public MemoryNeed memoryNeed() {
    return memoryNeed;
  }

  /** Returns the warning that memory is short, though not so short that startup fails. */
  public Optional<String> shortage() {
    return shortage;
  }

  /**
   * Returns the notes to log once, one line each: keys that are set and have no effect, engines
   * that behave differently, and memory that is short.
   */
  public List<String> notes() {
    return notes;
  }
}
