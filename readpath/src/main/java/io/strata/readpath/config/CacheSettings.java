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

/**
 * All that the cache is told by the configuration, checked. Immutable, and safe to share between
 * threads.
 */
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
  private final Optional<Path> listOfBucketCache;
  private final List<String> notes;
  private final List<Shown> shown;

  CacheSettings(
      Configuration conf, SettingReader reader, MemoryLimits limits, boolean looksAtFiles) {
    // HBase changes its own in place.
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
    listOfBucketCache = reader.find(OffHeapKeys.PERSISTENT_PATH);
    flash = new FlashReader(reader).read(blockBytes, engine, engineBytes);
    memoryNeed = new MemoryNeed(reader, limits, isMapped() ? 0 : offHeapBytes, flashMemory());
    shown = SettingKeys.all().stream().flatMap(key -> shown(key, reader)).toList();
    MemoryCheck memory = new MemoryCheck(reader, memoryNeed, limits.physical());
    shortage = memory.warning();
    notes =
        Stream.concat(new Notes(conf, reader, engine).collect().stream(), shortage.stream())
            .toList();
    if (looksAtFiles) {
      checkFiles(reader);
    }
    if (!isMapped() && !isKept()) {
      reader.check(() -> new DirectMemory(reader).requireRoom(memoryNeed, limits.maxDirect()));
    }
    reader.check(memory::requireRoom);
  }

  /**
   * Reads and checks a configuration. Nothing is built or touched by it.
   *
   * @param conf the configuration of the RegionServer
   * @param limits the memory that the process may take
   * @throws InvalidSettingException if a value is wrong; its message is one sentence with the key,
   *     the value and what to do, and says how many more problems there are
   */
  public static CacheSettings read(Configuration conf, MemoryLimits limits) {
    return Diagnosis.of(conf, limits, true).orThrow();
  }

  private static void requireUnsafe(SettingReader reader) {
    if (!Algorithms.runs(reader.get(StrataKeys.COMPRESSION))) {
      throw reader.reject(
          StrataKeys.COMPRESSION,
          "which needs sun.misc.Unsafe, whose access to memory this JVM denies",
          "set lz4, or start the JVM with --sun-misc-unsafe-memory-access=allow");
    }
  }

  private void checkFiles(SettingReader reader) {
    FileCheck files = new FileCheck(reader);
    listOfBucketCache.ifPresent(
        path -> reader.check(() -> files.requireWritable(OffHeapKeys.PERSISTENT_PATH, path)));
    if (isMapped()) {
      reader.check(
          () -> {
            engine.paths().forEach(path -> files.requireWritable(OffHeapKeys.IO_ENGINE, path));
            files.requireRoom(OffHeapKeys.SIZE, engine.paths(), offHeapBytes);
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
                      files.requireRoomForTraces(TraceKeys.MAX_BYTES, folder, trace.maxBytes());
                    }));
    flash.ifPresent(tier -> reader.check(() -> checkFilesOf(tier, files)));
  }

  private static void checkFilesOf(FlashSettings tier, FileCheck files) {
    tier.paths().forEach(path -> files.requireWritable(tier.pathKey(), path));
    files.requireRoom(tier.sizeKey(), tier.options().files());
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
                // What an unknown key holds is unknown as well: it may be a secret.
                Secrets.NOT_SHOWN,
                "and no such key is known",
                "remove it, or set %s if you meant that"
                    .formatted(SettingKeys.nearest(name).name())));
      }
    }
  }

  private static Stream<Shown> shown(SettingKey<?> key, SettingReader reader) {
    if (key.honoured().by() == Support.By.NOBODY) {
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
   * A setting, to be shown.
   *
   * @param value as it was typed, without secrets, or the default; empty when there is none
   * @param defaultValue empty when there is none
   * @param isSet whether the administrator set it
   */
  public record Shown(
      String key, String value, String defaultValue, String unit, String meaning, boolean isSet) {}

  /** Each key that has a meaning, with its value, in the order of {@code docs/KEYS.md}. */
  public List<Shown> shown() {
    return shown;
  }

  /** The configuration that was read, for what HBase itself reads of it; not to be changed. */
  public Configuration conf() {
    return conf;
  }

  /** Bytes of the heap for the first tier, before HBase's heap tuner resizes it; at least 1. */
  public long onHeapBytes() {
    return onHeapBytes;
  }

  /** Bytes of the heap for the memstores, before HBase's heap tuner moves the bound. */
  public long memstoreBytes() {
    return memstoreBytes;
  }

  /**
   * Bytes of memory of the second tier, of all its files together where it is mapped; at least 32
   * MB.
   */
  public long offHeapBytes() {
    return offHeapBytes;
  }

  /** The refusal for when the system did not give the memory, although the limits allow it. */
  public InvalidSettingException notGiven(OutOfMemoryError error) {
    return new InvalidSettingException(
        OffHeapKeys.SIZE.name(),
        Long.toString(engineBytes >> 20),
        "and the process did not get so much memory (%s)".formatted(error.getMessage()),
        isKept()
            ? "lower it, or see what else takes room beside the files of "
                + StrataKeys.OFFHEAP_PATH.name()
            : "lower it, or raise -XX:MaxDirectMemorySize and see what else takes direct memory");
  }

  /** The refusal for when files cannot be mapped, although they seemed possible. */
  public InvalidSettingException notMapped(UncheckedIOException error) {
    return new InvalidSettingException(
        OffHeapKeys.IO_ENGINE.name(),
        engine.paths().toString(),
        "which cannot be used (%s)".formatted(InvalidSettingException.line(error)),
        "correct that, or name other files");
  }

  /** The refusal for when memory that outlives the process cannot be had from its files. */
  public InvalidSettingException notKept(IOException error) {
    return new InvalidSettingException(
        StrataKeys.OFFHEAP_PATH.name(),
        engine.paths().toString(),
        "which cannot be used (%s)".formatted(InvalidSettingException.line(error)),
        "correct that, or name other files");
  }

  /**
   * The refusal for when the size cannot be reached by a cache that runs.
   *
   * @param why a sentence
   */
  public InvalidSettingException notReachable(String why) {
    return new InvalidSettingException(
        OffHeapKeys.SIZE.name(),
        Long.toString(engineBytes >> 20),
        "which this cache cannot become while it runs (%s)".formatted(why),
        "restart the server for that, or set a size nearer to what it was started with");
  }

  /** What the second tier is made of. */
  public Engine engine() {
    return engine;
  }

  /**
   * The sizes of slot to cut, in bytes: ascending, each once, multiples of 256, none over 4 MB less
   * 256. Empty where the cache is to choose them. The array is the caller's own.
   */
  public Optional<int[]> slotSizes() {
    return slotSizes.map(sizes -> sizes.stream().mapToInt(Integer::intValue).toArray());
  }

  /** As {@link #slotSizes}, to be compared and shown; empty where the cache is to choose them. */
  List<Integer> slotSizeList() {
    return slotSizes.orElse(List.of());
  }

  /** Threads that copy blocks into the second tier and make room there; at least 1. */
  public int writerThreads() {
    return writerThreads;
  }

  /** Blocks that may wait for each writer thread; at least 1. */
  public int writerQueueLength() {
    return writerQueueLength;
  }

  /** Which block of the second tier goes when another needs its room. */
  public Policies policy() {
    return policy;
  }

  /** How blocks of the second tier are compressed that would be evicted. */
  public Compression compression() {
    return compression;
  }

  /** How much of the second tier some tables and families may keep while others want room. */
  public List<Quota> quotas() {
    return quotas;
  }

  /** How many tables have metrics of their own; 0 or more. */
  public int metricsTables() {
    return metricsTables;
  }

  /** The size in bytes that a block is expected to have, for laying out tables; at least 256. */
  public int blockBytes() {
    return blockBytes;
  }

  /** Length in minutes of a period of the rolling statistics; at least 1. */
  public int statsPeriodMinutes() {
    return statsPeriodMinutes;
  }

  /** Number of periods in the rolling statistics; at least 1. */
  public int statsPeriods() {
    return statsPeriods;
  }

  /** The tier on disks; empty when there is none. */
  public Optional<FlashSettings> flash() {
    return flash;
  }

  /**
   * How long blocks that a restart found are kept when no region has their file; empty where a
   * restart finds none.
   */
  public Optional<Long> orphanGraceMillis() {
    return isKept() || flash.filter(FlashSettings::isWarm).isPresent()
        ? Optional.of(orphanGraceMillis)
        : Optional.empty();
  }

  /** Whether and where accesses are recorded. */
  public TraceSettings trace() {
    return trace;
  }

  /** Where HBase's own cache keeps the list of what it has in files; empty when it is not told. */
  public Optional<Path> listOfBucketCache() {
    return listOfBucketCache;
  }

  /** What a RegionServer with this configuration may come to take of the memory, all told. */
  public MemoryNeed memoryNeed() {
    return memoryNeed;
  }

  /** That memory is short, though not so short that the start is refused; one of the notes. */
  public Optional<String> shortage() {
    return shortage;
  }

  /**
   * What the administrator should know, one sentence each, to be logged once: keys that were set
   * and have no meaning here, engines that are served in another way, and memory that is short.
   */
  public List<String> notes() {
    return notes;
  }
}
