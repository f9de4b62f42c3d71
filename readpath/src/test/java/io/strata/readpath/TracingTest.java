package io.strata.readpath;

import static io.strata.readpath.testing.Blocks.key;
import static io.strata.readpath.testing.Blocks.onHeap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.readpath.cache.StrataCache;
import io.strata.readpath.config.InvalidSettingException;
import io.strata.readpath.testing.LogLines;
import io.strata.trace.Attributes;
import io.strata.trace.BlockClass;
import io.strata.trace.Outcome;
import io.strata.trace.Reading;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceReader;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A trace has the calls of the cache. */
class TracingTest {
  @TempDir Path folder;

  private final List<StrataCache> opened = new ArrayList<>();

  private StrataCache open(Configuration conf) {
    StrataCache cache = new StrataCache(conf);
    opened.add(cache);
    return cache;
  }

  private Configuration conf(boolean on) {
    Configuration conf = HBaseConfiguration.create();
    conf.set("hbase.bucketcache.ioengine", "offheap");
    conf.set("hbase.bucketcache.size", "64");
    conf.set("strata.trace.enabled", Boolean.toString(on));
    conf.set("strata.trace.dir", folder.toString());
    conf.set("strata.trace.max.bytes", "64m");
    return conf;
  }

  @AfterEach
  void nothingLeaked() throws Exception {
    for (StrataCache cache : opened) {
      cache.offHeap().awaitQuiet();
      assertThat(cache.offHeap().audit()).isEmpty();
      cache.shutdown();
    }
  }

  private List<TraceRecord> recorded() throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    for (Path file : TraceFiles.in(folder)) {
      Reading reading = TraceReader.read(file, records::add);
      assertThat(reading.isWhole()).as("%s", reading.damage()).isTrue();
      assertThat(reading.settings()).containsEntry("l2.bytes", "67108864");
    }
    return records;
  }

  private static boolean read(StrataCache cache, BlockCacheKey key) {
    Cacheable block = cache.getBlock(key, true, false, true);
    if (block == null) {
      return false;
    }
    block.release();
    return true;
  }

  @Test
  void recordsEachCallWithItsHints() throws Exception {
    long begin = System.currentTimeMillis();
    StrataCache cache = open(conf(true));
    BlockCacheKey data = key("f", 4_000_000_000L, BlockType.DATA);
    BlockCacheKey index = key("f", 17, BlockType.LEAF_INDEX);
    HFileBlock block = onHeap("f", BlockType.DATA, data.getOffset(), 1000);
    assertThat(cache.getBlock(data, true, false, true)).isNull();
    assertThat(cache.getBlock(data, false, true, false)).isNull();
    cache.cacheBlock(data, block, true, true);
    cache.cacheBlock(index, onHeap("f", BlockType.LEAF_INDEX, 17, 100));
    cache.offHeap().awaitQuiet();
    assertThat(read(cache, data)).isTrue();
    // The key lacks the type, index.
    assertThat(read(cache, key("f", 17, BlockType.DATA))).isTrue();
    cache.evictBlock(index);
    cache.evictBlocksRangeByHfileName("f", 5, 1L << 40);
    cache.evictBlocksByHfileName("f");
    cache.shutdown();

    int bytes = block.getSerializedLength();
    int caching = Attributes.CACHING | Attributes.COUNTED;
    List<TraceRecord> records = recorded();
    assertThat(records).allMatch(record -> record.file().equals("f"));
    assertThat(records)
        .allMatch(record -> record.millis() >= begin)
        .allMatch(record -> record.millis() <= System.currentTimeMillis() + 1);
    assertThat(records.stream().map(TracingTest::withoutTime))
        .containsExactly(
            lookup(data, 0, BlockClass.DATA, Outcome.MISS, caching),
            lookup(data, 0, BlockClass.DATA, Outcome.MISS, Attributes.REPEAT),
            offer(data, bytes, BlockClass.DATA, Attributes.IN_MEMORY | Attributes.WAITING),
            offer(index, bytes - 900, BlockClass.INDEX, 0),
            lookup(data, bytes, BlockClass.DATA, Outcome.OFF_HEAP, caching),
            lookup(index, bytes - 900, BlockClass.INDEX, Outcome.ON_HEAP, caching),
            other(RecordKind.EVICT_BLOCK, 17, 0),
            other(RecordKind.EVICT_RANGE, 5, (1L << 40) - 5),
            other(RecordKind.EVICT_FILE, 0, 0));
  }

  private static TraceRecord withoutTime(TraceRecord r) {
    return new TraceRecord(
        r.kind(), 0, r.file(), r.offset(), r.length(), r.type(), r.outcome(), r.hints());
  }

  private static TraceRecord lookup(
      BlockCacheKey key, int bytes, BlockClass type, Outcome outcome, int hints) {
    return new TraceRecord(RecordKind.LOOKUP, 0, "f", key.getOffset(), bytes, type, outcome, hints);
  }

  private static TraceRecord offer(BlockCacheKey key, int bytes, BlockClass type, int hints) {
    return new TraceRecord(
        RecordKind.INSERT, 0, "f", key.getOffset(), bytes, type, Outcome.MISS, hints);
  }

  private static TraceRecord other(RecordKind kind, long offset, long length) {
    return new TraceRecord(kind, 0, "f", offset, length, BlockClass.UNKNOWN, Outcome.MISS, 0);
  }

  /** A large block waits for a writer thread, and is served from the queue meanwhile. */
  @Test
  void distinguishesBlocksInFlightFromThoseInSlots() throws Exception {
    StrataCache cache = open(conf(true));
    int inFlight = 0;
    for (int i = 0; i < 200; i++) {
      BlockCacheKey key = key("large", i, BlockType.DATA);
      cache.cacheBlock(key, onHeap("large", BlockType.DATA, i, 300_000));
      Cacheable block = cache.getBlock(key, true, false, true);
      inFlight += block instanceof HFileBlock b && b.getClass() != HFileBlock.class ? 1 : 0;
      block.release();
    }
    cache.offHeap().awaitQuiet();
    assertThat(read(cache, key("large", 199, BlockType.DATA))).isTrue();
    cache.shutdown();

    Map<Outcome, Long> outcomes =
        recorded().stream()
            .filter(record -> record.kind() == RecordKind.LOOKUP)
            .collect(Collectors.groupingBy(TraceRecord::outcome, Collectors.counting()));
    assertThat(inFlight).isPositive();
    assertThat(outcomes)
        .containsEntry(Outcome.IN_FLIGHT, (long) inFlight)
        .containsEntry(Outcome.OFF_HEAP, 201L - inFlight);
  }

  /** All calls of each thread are recorded in order; each thread uses a file of its own. */
  @Test
  void recordsEachThreadInOrder() throws Exception {
    StrataCache cache = open(conf(true));
    Map<String, List<String>> asked = new ConcurrentHashMap<>();
    ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      String file = "file-" + i;
      Random random = new Random(i);
      Thread thread =
          new Thread(
              () -> {
                List<String> mine = new ArrayList<>();
                asked.put(file, mine);
                for (int n = 0; n < 10_000; n++) {
                  BlockCacheKey key = key(file, random.nextInt(400), BlockType.DATA);
                  boolean hit = read(cache, key);
                  mine.add("%d %b".formatted(key.getOffset(), hit));
                  if (!hit) {
                    cache.cacheBlock(key, onHeap(file, BlockType.DATA, key.getOffset(), 500));
                    mine.add("%d offer".formatted(key.getOffset()));
                  }
                  if (n % 500 == 0) {
                    // Lets the recorder keep up on few processors.
                    LockSupport.parkNanos(5_000_000);
                  }
                }
              });
      thread.setUncaughtExceptionHandler((any, e) -> failures.add(e));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    cache.offHeap().awaitQuiet();
    cache.shutdown();

    assertThat(failures).isEmpty();
    Map<String, List<String>> recorded =
        recorded().stream()
            .collect(
                Collectors.groupingBy(
                    TraceRecord::file,
                    Collectors.mapping(TracingTest::shortly, Collectors.toList())));
    assertThat(recorded).isEqualTo(asked);
  }

  private static String shortly(TraceRecord record) {
    return record.kind() == RecordKind.INSERT
        ? record.offset() + " offer"
        : record.offset() + " " + record.isHit();
  }

  /** Reads are faster than the recorder; dropped records are counted. */
  @Test
  void countsDroppedRecords() throws Exception {
    StrataCache cache = open(conf(true));
    BlockCacheKey key = key("f", 1, BlockType.DATA);
    int reads = 3_000_000;
    for (int i = 0; i < reads; i++) {
      assertThat(read(cache, key)).isFalse();
    }
    cache.shutdown();

    Map<RecordKind, Long> sums =
        recorded().stream()
            .collect(
                Collectors.groupingBy(
                    TraceRecord::kind,
                    Collectors.summingLong(
                        record -> record.kind() == RecordKind.DROPPED ? record.length() : 1)));
    assertThat(sums.values().stream().mapToLong(Long::longValue).sum()).isEqualTo(reads);
  }

  @Test
  void canBeSwitchedAtRuntime() throws Exception {
    StrataCache cache = open(conf(false));
    assertThat(read(cache, key("before", 0, BlockType.DATA))).isFalse();
    assertThat(folder).isEmptyDirectory();

    reconfigure(cache, conf(true));
    assertThat(read(cache, key("while", 0, BlockType.DATA))).isFalse();
    reconfigure(cache, conf(true));
    assertThat(TraceFiles.in(folder)).as("nothing has changed").hasSize(1);
    Configuration wrong = conf(false);
    wrong.set("strata.trace.max.bytes", "1");
    reconfigure(cache, wrong);
    assertThat(read(cache, key("still", 0, BlockType.DATA))).isFalse();

    reconfigure(cache, conf(false));
    assertThat(read(cache, key("after", 0, BlockType.DATA))).isFalse();
    assertThat(recorded()).extracting(TraceRecord::file).containsExactly("while", "still");

    Configuration hashed = conf(true);
    hashed.set("strata.trace.hash.names", "true");
    reconfigure(cache, hashed);
    assertThat(read(cache, key("again", 0, BlockType.DATA))).isFalse();
    cache.shutdown();
    assertThat(recorded()).hasSize(3).noneMatch(record -> record.file().equals("again"));
  }

  @Test
  void folderOfAnotherServerFailsStartup() {
    open(conf(true));
    assertThatThrownBy(() -> open(conf(true)))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("strata.trace.dir=" + folder)
        .hasMessageContaining("another server records to this folder")
        .hasMessageContaining("set strata.trace.enabled to false");
  }

  /** The folder is deleted, so that the next file cannot be created. */
  @Test
  void failureEndsOnlyTheRecording() throws Exception {
    Configuration conf = conf(true);
    Path gone = folder.resolve("admin:hunter2@gone");
    conf.set("strata.trace.dir", gone.toString());
    conf.set("strata.trace.max.bytes", "8m");
    LogLines log = new LogLines();
    StrataCache cache = open(conf);
    try (var files = Files.list(gone)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
    Files.delete(gone);
    Random random = new Random(1);
    Function<Integer, Boolean> one =
        i -> read(cache, key("f", random.nextLong() >>> 1, BlockType.DATA));
    for (int i = 0; i < 400_000; i++) {
      assertThat(one.apply(i)).isFalse();
      if (i % 4_000 == 0) {
        LockSupport.parkNanos(2_000_000);
      }
    }
    assertThat(threadsOfRecorders()).isZero();
    cache.cacheBlock(key("f", 1, BlockType.DATA), onHeap("f", BlockType.DATA, 1, 100));
    cache.offHeap().awaitQuiet();
    assertThat(read(cache, key("f", 1, BlockType.DATA))).isTrue();

    Files.createDirectory(gone);
    reconfigure(cache, conf);
    assertThat(read(cache, key("f", 1, BlockType.DATA))).isTrue();
    cache.shutdown();
    assertThat(TraceFiles.in(gone)).hasSize(1);
    log.close();
    assertThat(log.lines())
        .anyMatch(
            line -> line.startsWith("Stopped recording accesses to the cache after an error. "))
        .noneMatch(line -> line.contains("hunter2"));
  }

  private static void reconfigure(StrataCache cache, Configuration conf)
      throws InterruptedException {
    cache.onConfigurationChange(conf);
    cache.awaitConfiguration();
  }

  private static long threadsOfRecorders() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals("strata-trace"))
        .count();
  }
}
