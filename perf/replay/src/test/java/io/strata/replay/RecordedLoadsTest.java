package io.strata.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.policy.Policies;
import io.strata.replay.engine.EnginePolicy;
import io.strata.replay.policy.Belady;
import io.strata.replay.policy.Lru;
import io.strata.replay.policy.Policy;
import io.strata.replay.trace.Recording;
import io.strata.replay.trace.Trace;
import io.strata.trace.Attributes;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Recordings of real servers: they are read, have the characteristics of the load, and have
 * plausible hit ratios.
 */
class RecordedLoadsTest {
  /** Blocks of 64 KB and values of at most 256 KB: the next block begins no further on. */
  private static final int NEXT_BLOCK_BYTES = 400_000;

  private static final int TENTHS = 10;

  @TempDir Path folder;

  private List<TraceRecord> lookUps(String load) throws IOException {
    Path file = RecordedSamples.unpack(load, folder);
    return RecordedSamples.lookUps(RecordedSamples.records(file));
  }

  private Trace trace(String load) throws IOException {
    return Recording.read(RecordedSamples.unpack(load, folder)).trace();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ycsb-zipfian",
        "ycsb-latest",
        "ycsb-scans",
        "pe",
        "full-scan",
        "compaction-storm"
      })
  void recordingIsCompleteAndHasNoNames(String load) throws IOException {
    Path file = RecordedSamples.unpack(load, folder);
    List<TraceRecord> records = RecordedSamples.records(file);

    assertThat(records)
        .noneMatch(record -> record.kind() == RecordKind.DROPPED)
        .allMatch(record -> record.file().matches("[0-9a-f]{32}"));
    Trace trace = Recording.read(file).trace();
    assertThat(IntStream.range(0, trace.blocks()).map(trace::lengthOf))
        .allMatch(bytes -> bytes > 0);
  }

  @Test
  void zipfianReadsHaveHotBlocksEverywhere() throws IOException {
    List<TraceRecord> lookUps = lookUps("ycsb-zipfian");

    assertThat(shareOfHottestTenth(lookUps)).isGreaterThan(0.3);
    for (int tenth = 0; tenth < TENTHS; tenth++) {
      assertThat(shareIn(lookUps, tenth)).isBetween(0.05, 0.2);
    }
    assertThat(meanOf(runs(lookUps))).isLessThan(1.5);
  }

  @Test
  void latestReadsPreferTheNewestRows() throws IOException {
    List<List<TraceRecord>> files = byFile(lookUps("ycsb-latest"));
    List<TraceRecord> loaded = files.get(0);
    long flushed = files.stream().skip(1).mapToLong(List::size).sum();

    assertThat(files).hasSizeGreaterThan(2);
    assertThat(shareIn(loaded, TENTHS - 1)).isGreaterThan(0.4);
    assertThat(shareIn(loaded, 0)).isLessThan(0.05);
    assertThat(flushed).isGreaterThan(loaded.size() / 10);
  }

  @Test
  void scansReadBlockByBlock() throws IOException {
    assertThat(meanOf(runs(lookUps("ycsb-scans")))).isGreaterThan(4);
  }

  @Test
  void performanceEvaluationReadsRandomlyAndSequentially() throws IOException {
    List<TraceRecord> lookUps = lookUps("pe");

    assertThat(shareOfHottestTenth(lookUps)).isLessThan(0.25);
    assertThat(runs(lookUps)).anyMatch(run -> run > 20).contains(1);
  }

  @Test
  void fullScanReadsAllBlocksInOrderAndCachesThem() throws IOException {
    List<TraceRecord> lookUps = lookUps("full-scan");
    List<TraceRecord> scanned = keep(lookUps, scannedFile(lookUps)::equals);
    List<TraceRecord> rows = keep(lookUps, file -> !file.equals(scannedFile(lookUps)));

    assertThat(scanned).allMatch(record -> record.has(Attributes.CACHING));
    assertThat(runs(scanned))
        .filteredOn(run -> run > 0.95 * blocksOf(scanned))
        .hasSizeGreaterThan(2);
    assertThat(blocksOf(scanned)).isGreaterThan(300);
    assertThat(shareIn(rows, 0)).isBetween(0.8, 0.98);
  }

  @Test
  void compactionsReadWholeFilesWithoutCachingThem() throws IOException {
    List<TraceRecord> lookUps = lookUps("compaction-storm");
    List<TraceRecord> compactions =
        lookUps.stream().filter(record -> !record.has(Attributes.CACHING)).toList();
    List<TraceRecord> reads =
        lookUps.stream().filter(record -> record.has(Attributes.CACHING)).toList();

    assertThat(byFile(compactions)).hasSizeGreaterThan(5);
    for (List<TraceRecord> file : byFile(compactions)) {
      assertThat(runs(file)).hasSize(1);
      assertThat(blocksOf(file)).isGreaterThan(1_000);
    }
    assertThat(byFile(reads)).hasSizeGreaterThan(3);
    assertThat(trace("compaction-storm").length()).isEqualTo(reads.size());
    assertThat(shareIn(reads, 0)).isBetween(0.8, 0.98);
  }

  /** The maximum by which the default may be below LRU, in percentage points. */
  @ParameterizedTest
  @CsvSource({
    "ycsb-zipfian, 0",
    "ycsb-latest, 0",
    "ycsb-scans, 2",
    "pe, 1",
    "full-scan, 0",
    // Blocks that were read repeatedly until a compaction rewrote them stay cached for a while.
    "compaction-storm, 3"
  })
  void defaultPolicyIsNotFarBelowLru(String load, double points) throws IOException {
    Trace trace = byBlocks(trace(load));
    for (int percent : new int[] {5, 10, 20, 50}) {
      int entries = trace.blocks() * percent / 100;
      double lru = ratio(new Lru(), trace, entries);
      assertThat(ratio(new EnginePolicy(Policies.DEFAULT), trace, entries))
          .as("%d %% of the blocks", percent)
          .isGreaterThan(lru - points / 100);
    }
  }

  /** Treats each scan as one of another table, so that all hits are on rows; the hot rows fit. */
  @Test
  void hotRowsAreHitDuringScans() throws IOException {
    List<TraceRecord> lookUps = lookUps("full-scan");
    String scanned = scannedFile(lookUps);
    long[] keys = new long[lookUps.size()];
    for (int i = 0; i < keys.length; i++) {
      TraceRecord record = lookUps.get(i);
      keys[i] = record.file().equals(scanned) ? -1 - i : record.offset();
    }
    Trace trace = Trace.of("rows, and scans of one table each", keys);
    int hot = blocksOf(hottestTenth(lookUps, scanned));

    double best = new Belady().hits(trace, hot).count();

    assertThat(new EnginePolicy(Policies.DEFAULT).hits(trace, hot).count() / best)
        .isGreaterThan(0.9);
    assertThat(new Lru().hits(trace, hot).count() / best).isLessThan(0.7);
  }

  /** Returns the same accesses to blocks of one size. */
  private static Trace byBlocks(Trace trace) {
    long[] keys = IntStream.range(0, trace.length()).mapToLong(trace::at).toArray();
    return Trace.of(trace.name(), keys);
  }

  private static double ratio(Policy policy, Trace trace, int entries) {
    return (double) policy.hits(trace, entries).count() / trace.length();
  }

  // ---- characteristics of lookups

  private static List<List<TraceRecord>> byFile(List<TraceRecord> lookUps) {
    return List.copyOf(
        lookUps.stream()
            .collect(
                Collectors.groupingBy(
                    TraceRecord::file, LinkedHashMap::new, Collectors.toUnmodifiableList()))
            .values());
  }

  private static List<TraceRecord> keep(List<TraceRecord> lookUps, Predicate<String> file) {
    return lookUps.stream().filter(record -> file.test(record.file())).toList();
  }

  /** Returns the file with the longest block: the values of its rows have any length. */
  private static String scannedFile(List<TraceRecord> lookUps) {
    return lookUps.stream().max(Comparator.comparing(TraceRecord::length)).orElseThrow().file();
  }

  private static List<TraceRecord> hottestTenth(List<TraceRecord> lookUps, String scanned) {
    List<TraceRecord> rows = keep(lookUps, file -> !file.equals(scanned));
    long end = end(rows);
    return rows.stream().filter(record -> record.offset() < end / TENTHS).toList();
  }

  private static long end(Collection<TraceRecord> lookUps) {
    return 1 + lookUps.stream().mapToLong(TraceRecord::offset).max().orElseThrow();
  }

  /** Returns the share of lookups in one tenth of the bytes, of files of one length. */
  private static double shareIn(List<TraceRecord> lookUps, int tenth) {
    long end = end(lookUps);
    return lookUps.stream().filter(record -> record.offset() * TENTHS / end == tenth).count()
        / (double) lookUps.size();
  }

  private static Map<Long, Long> counts(List<TraceRecord> lookUpsOfOneFile) {
    return lookUpsOfOneFile.stream()
        .collect(Collectors.groupingBy(TraceRecord::offset, Collectors.counting()));
  }

  private static int blocksOf(List<TraceRecord> lookUpsOfOneFile) {
    return counts(lookUpsOfOneFile).size();
  }

  private static double shareOfHottestTenth(List<TraceRecord> lookUpsOfOneFile) {
    Collection<Long> counts = counts(lookUpsOfOneFile).values();
    long hottest =
        counts.stream()
            .sorted(Comparator.reverseOrder())
            .limit(counts.size() / TENTHS)
            .mapToLong(Long::longValue)
            .sum();
    return hottest / (double) lookUpsOfOneFile.size();
  }

  /** Returns the lengths of sequences of lookups of the next block or nearly the next. */
  private static List<Integer> runs(List<TraceRecord> lookUpsOfOneFile) {
    List<Integer> runs = new ArrayList<>();
    int run = 0;
    long before = Long.MAX_VALUE;
    for (TraceRecord record : lookUpsOfOneFile) {
      long step = record.offset() - before;
      if (run > 0 && !(step > 0 && step < NEXT_BLOCK_BYTES)) {
        runs.add(run);
        run = 0;
      }
      run++;
      before = record.offset();
    }
    runs.add(run);
    return runs;
  }

  private static double meanOf(List<Integer> runs) {
    return runs.stream().mapToInt(Integer::intValue).average().orElse(0);
  }
}
