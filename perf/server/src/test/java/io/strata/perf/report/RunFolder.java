package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.data.AllocationSite;
import io.strata.perf.data.GcSummary;
import io.strata.perf.data.Measure;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import io.strata.perf.data.Sample;
import io.strata.perf.data.SampleKey;
import io.strata.perf.data.Throughput;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes the folder of a run as large as a real one, with made-up figures of real shape: the same
 * each time. Some texts and gaps are there to be stumbled over.
 */
final class RunFolder {
  static final List<String> DEPLOYS =
      List.of("lru", "combined-offheap", "combined-file", "meta-only", "strata", "strata-file");
  static final List<Integer> THREADS = List.of(5, 10, 20, 25, 50, 75);
  private static final int ROUNDS = 3;
  private static final int SECONDS = 30;

  /** The deploys of one study, which leaves the others out. */
  static final List<String> IN_MEMORY = List.of("lru", "combined-offheap", "strata");

  /** A deploy that one load lacks, which charts must show as missing. */
  static final String ABSENT = "meta-only";

  private final RawData data;
  private final Random random = new Random(11425);
  private long clock = 1_780_000_000_000L;

  private RunFolder(Path folder) {
    data = new RawData(folder);
  }

  static RawData write(Path folder) throws IOException {
    RunFolder run = new RunFolder(folder);
    run.data.write(facts());
    run.writeLoadings();
    run.writeScans();
    run.writeGc();
    return run.data;
  }

  /** A run that was broken off after its first sample. */
  static RawData writeOneSample(Path folder) throws IOException {
    RunFolder run = new RunFolder(folder);
    run.data.write(facts());
    run.write(new SampleKey("loadings", "all-hits", "strata", "G1", 8, Mode.PEAK, 1), 0);
    return run.data;
  }

  /** To look at: writes the folder of its first argument, and the report beside it. */
  public static void main(String... arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    ComparisonReport.write(
        write(folder), folder.resolve("report.html"), folder.resolve("summary.md"));
  }

  private void writeLoadings() throws IOException {
    List<String> loads = List.of("all-hits", "few-misses", "os-cache", "mostly-misses");
    for (int round = 1; round <= ROUNDS; round++) {
      for (int load = 0; load < loads.size(); load++) {
        for (String deploy : DEPLOYS) {
          if (deploy.equals(ABSENT) && load == 3) {
            continue;
          }
          for (Mode mode : Mode.values()) {
            write(new SampleKey("loadings", loads.get(load), deploy, "G1", 8, mode, round), load);
          }
        }
      }
    }
  }

  private void writeScans() throws IOException {
    for (int round = 1; round <= ROUNDS; round++) {
      for (String load : List.of("multi-get-100", "scan-filtered")) {
        for (int threads : THREADS) {
          for (String deploy : DEPLOYS) {
            write(new SampleKey("pe", load, deploy, "G1", threads, Mode.PEAK, round), 0);
          }
        }
      }
    }
  }

  private void writeGc() throws IOException {
    for (int round = 1; round <= ROUNDS; round++) {
      for (String collector : List.of("G1", "ZGC")) {
        for (String deploy : IN_MEMORY) {
          write(new SampleKey("gc", "churn", deploy, collector, 8, Mode.PEAK, round), 2);
        }
      }
    }
  }

  private void write(SampleKey key, int misses) throws IOException {
    double skill = 1 + 0.08 * DEPLOYS.indexOf(key.deploy()) + 0.04 * random.nextGaussian();
    double saturation = key.threads() / (key.threads() + 6.0);
    double rate = 120_000 * saturation * skill / (1 + 1.4 * misses);
    if (key.mode() == Mode.PACED) {
      rate = 30_000.0 / (1 + misses);
    }
    Histogram latencies = writeLatencies(key, misses, skill);
    Throughput throughput = throughput(rate);
    long rows = throughput.rows().stream().mapToLong(Long::longValue).sum();
    GcSummary gc = gc(key, misses, skill);
    Map<Measure, Double> measures = measures(key, misses, skill, (double) rows / SECONDS, gc);
    latencyMeasures(measures, latencies);
    steadiness(measures, throughput);
    boolean isGc = key.study().equals("gc");
    data.write(
        new Sample(
            key,
            clock += 40_000,
            SECONDS,
            rows,
            rows / 100,
            measures,
            throughput,
            gc,
            isGc && key.collector().equals("G1") ? allocation(skill) : List.of()));
  }

  private Histogram writeLatencies(SampleKey key, int misses, double skill) throws IOException {
    Histogram all = new Histogram(3);
    Path folder = Files.createDirectories(data.folderOf(key));
    try (PrintStream stream = new PrintStream(folder.resolve(RawData.LATENCIES).toFile(), UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(stream);
      log.outputLogFormatVersion();
      log.outputLegend();
      for (int interval = 0; interval < 3; interval++) {
        Histogram histogram = new Histogram(3);
        histogram.setStartTimeStamp(clock + interval * 1000L);
        histogram.setEndTimeStamp(clock + interval * 1000L + 1000);
        for (int i = 0; i < 1500; i++) {
          double millis = Math.exp(random.nextGaussian() * 0.5) * (0.8 + misses) / skill;
          boolean paused = random.nextInt(400) == 0;
          histogram.recordValue((long) (1e6 * (paused ? millis + 12 / skill : millis)));
        }
        log.outputIntervalHistogram(histogram);
        all.add(histogram);
      }
    }
    return all;
  }

  private Throughput throughput(double rate) {
    List<Long> rows = new ArrayList<>();
    for (int i = 0; i < SECONDS * 4; i++) {
      boolean dip = random.nextInt(60) == 0;
      double here = rate / 4 * (1 + 0.05 * random.nextGaussian()) * (dip ? 0.35 : 1);
      rows.add((long) here);
    }
    return new Throughput(250, rows);
  }

  private GcSummary gc(SampleKey key, int misses, double skill) {
    boolean z = key.collector().equals("ZGC");
    Map<String, GcSummary.Cause> causes = new LinkedHashMap<>();
    List<String> names =
        z
            ? List.of("Pause Mark Start", "Pause Mark End", "Pause Relocate Start")
            : List.of(
                "G1 Evacuation Pause",
                "G1 Humongous Allocation",
                "Evacuation <failure> & co",
                "Remark",
                "Cleanup",
                "G1 Preventive Collection",
                "GCLocker Initiated GC",
                "Metaspace");
    int pauses = 0;
    double paused = 0;
    double longest = 0;
    for (int i = 0; i < names.size(); i++) {
      int count = 1 + (int) (60 * (1 + misses) / skill / (1 + i * i));
      double each = (z ? 0.05 : 4.5) * (1 + 0.1 * random.nextGaussian());
      double most = each * (2 + random.nextDouble());
      causes.put(names.get(i), new GcSummary.Cause(count, count * each, most));
      pauses += count;
      paused += count * each;
      longest = Math.max(longest, most);
    }
    return new GcSummary(pauses, paused, longest, causes, 700 + 50 * skill);
  }

  private Map<Measure, Double> measures(
      SampleKey key, int misses, double skill, double rate, GcSummary gc) {
    Map<Measure, Double> all = new EnumMap<>(Measure.class);
    all.put(Measure.ROWS_PER_SECOND, rate);
    all.put(Measure.OPERATIONS_PER_SECOND, rate / 100);
    all.put(Measure.SERVER_CPU_PER_ROW, noisy(22 * (1 + misses) / skill));
    all.put(Measure.SERVER_CPU, noisy(key.mode() == Mode.PEAK ? 1.7 : 0.7 / skill));
    all.put(Measure.CLIENT_CPU, noisy(0.3));
    all.put(Measure.GC_TIME, gc.pausedMillis() / SECONDS);
    all.put(Measure.GC_PAUSES, gc.pauses() / (double) SECONDS);
    all.put(Measure.GC_LONGEST, gc.longestMillis());
    all.put(Measure.ALLOCATION_RATE, 300 / skill);
    all.put(Measure.ALLOCATED_PER_ROW, noisy(7000 / skill));
    all.put(Measure.LIVE_SET, gc.liveMegabytes());
    all.put(Measure.HIT_RATIO, misses == 0 ? 100 : noisy(95.0 - 22 * misses));
    all.put(Measure.EVICTIONS, misses == 0 ? 0 : noisy(900.0 * misses / skill));
    if (!key.deploy().equals(ABSENT)) {
      all.put(Measure.CACHED, noisy(3800));
      all.put(Measure.IN_CACHE_P50, noisy(0.31 / skill));
      all.put(Measure.IN_CACHE_P99, noisy(1.4 / skill));
    }
    all.put(Measure.FILE_READS, misses == 0 ? 0 : noisy(60.0 * misses / skill));
    all.put(Measure.DISK_READS, misses < 3 ? 0 : noisy(45 / skill));
    return all;
  }

  private static void latencyMeasures(Map<Measure, Double> all, Histogram latencies) {
    all.put(Measure.LATENCY_P50, latencies.getValueAtPercentile(50) / 1e6);
    all.put(Measure.LATENCY_P95, latencies.getValueAtPercentile(95) / 1e6);
    all.put(Measure.LATENCY_P99, latencies.getValueAtPercentile(99) / 1e6);
    all.put(Measure.LATENCY_P999, latencies.getValueAtPercentile(99.9) / 1e6);
    all.put(Measure.LATENCY_MAX, latencies.getMaxValue() / 1e6);
  }

  private static void steadiness(Map<Measure, Double> all, Throughput throughput) {
    double[] sorted = throughput.rows().stream().mapToDouble(r -> r).sorted().toArray();
    double mean = Arrays.stream(sorted).average().orElseThrow();
    double square = Arrays.stream(sorted).map(r -> (r - mean) * (r - mean)).average().orElseThrow();
    all.put(Measure.THROUGHPUT_VARIATION, Math.sqrt(square) / mean);
    all.put(Measure.DEEPEST_DIP, 100 * (1 - sorted[0] / sorted[sorted.length / 2]));
  }

  private List<AllocationSite> allocation(double skill) {
    return List.of(
        new AllocationSite(
            "org.apache.hadoop.hbase.io.hfile.HFileReaderImpl.readBlock",
            "byte[]",
            noisy(0.3 / skill)),
        new AllocationSite(
            "org.apache.hadoop.hbase.ByteBufferKeyValue.<init>", "Cell", noisy(0.2 / skill)),
        new AllocationSite("org.apache.hadoop.hbase.ipc.ServerCall.<init>", "Object[]", 0.1));
  }

  private double noisy(double value) {
    return value * (1 + 0.03 * random.nextGaussian());
  }

  static RunFacts facts() {
    Map<String, String> machine = new LinkedHashMap<>();
    machine.put("Cores", "2");
    machine.put("Memory", "25.3 GB");
    machine.put("System", "Linux 6.18, amd64");
    Map<String, String> versions = new LinkedHashMap<>();
    versions.put("JDK", "OpenJDK 64-Bit Server VM 17.0.15+6");
    versions.put("HBase", "2.6.4");
    versions.put("Strata", "0.1.0");
    return new RunFacts(
        "./strata compare --rounds 3 --note '<script>alert(1)</script>'",
        "2026-11-21T20:00:00Z",
        ROUNDS,
        machine,
        versions,
        List.of(
            deploy("lru", "LruBlockCache", 4096, 2048, "hfile.block.cache.size", "0.5"),
            deploy(
                "combined-offheap",
                "CombinedBlockCache off-heap",
                2048,
                4096,
                "hbase.bucketcache.ioengine",
                "offheap"),
            deploy(
                "combined-file",
                "CombinedBlockCache file",
                2048,
                4096,
                "hbase.bucketcache.ioengine",
                "file:/data/bucket.cache"),
            deploy("meta-only", "META blocks only", 2048, 0, "hbase.block.data.cache", "false"),
            deploy(
                "strata",
                "Strata L1+L2",
                2048,
                4096,
                "hbase.regionserver.impl",
                "io.strata.readpath.StrataRegionServer"),
            deploy(
                "strata-file",
                "Strata mapped file",
                2048,
                4096,
                "hbase.bucketcache.ioengine",
                "mmap:/data/strata.cache")),
        studies(),
        List.of(
            "CombinedBlockCache on-heap is left out: HBase 2.6.4 no longer has `heap`.",
            "Evictions of \"META blocks only\" & <its> bytes in the cache are not counted."));
  }

  private static RunFacts.Deploy deploy(
      String name, String title, int heap, int cache, String key, String value) {
    return new RunFacts.Deploy(name, title, heap, cache, Map.of(key, value));
  }

  private static List<RunFacts.Study> studies() {
    return List.of(
        new RunFacts.Study(
            "loadings",
            "Four loadings",
            "Single gets of cells of zipfian size, from 1 byte to 256 KB.",
            List.of(
                new RunFacts.Load("all-hits", "All hits", "All the data is in the cache."),
                new RunFacts.Load("few-misses", "A few misses", "One block in twenty is missed."),
                new RunFacts.Load(
                    "os-cache", "Many misses", "What is missed is in the system's cache."),
                new RunFacts.Load(
                    "mostly-misses", "Mostly misses", "What is missed is on the disk."))),
        new RunFacts.Study(
            "pe",
            "PerformanceEvaluation",
            "The set of the published report.",
            List.of(
                new RunFacts.Load(
                    "multi-get-100", "Multi-gets of 100", "Each request asks for 100 rows."),
                new RunFacts.Load(
                    "scan-filtered",
                    "Filtered scans | 10,000 rows",
                    "Range scans of 10,000 rows which the server filters."))),
        new RunFacts.Study(
            "gc",
            "Garbage collection",
            "The same load under each collector.",
            List.of(new RunFacts.Load("churn", "Churn", "A cache smaller than the data."))));
  }
}
