package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.data.Measure;
import io.strata.perf.data.RawData;
import io.strata.perf.data.Sample;
import io.strata.perf.data.SampleKey;
import io.strata.readpath.testing.DocumentPart;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The raw files of a published run, with generated latencies, the same each time. Some texts are
 * replaced by ones that a report must escape, and causes of pauses are multiplied until some have
 * no row of their own.
 */
final class RunFolder {
  static final List<String> CONFIGURATIONS =
      List.of(
          "lru", "combined-offheap", "combined-file", "meta-only", "strata-offheap", "strata-file");

  /** The configurations of all studies except the first. */
  static final List<String> IN_MEMORY = List.of("lru", "combined-offheap", "strata-offheap");

  private static final Path PUBLISHED =
      DocumentPart.root().resolve("perf/results/reports/2026-11-22/samples.zip");

  private RunFolder() {}

  static RawData write(Path folder) throws IOException {
    unpack(PUBLISHED, folder);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        replaceTexts(file);
      }
    }
    RawData data = new RawData(folder);
    Random random = new Random(11425);
    for (Sample sample : data.samples()) {
      Path log = data.folderOf(sample.key()).resolve(RawData.LATENCIES);
      try (PrintStream stream = new PrintStream(log.toFile(), UTF_8)) {
        writeLatencies(sample, new HistogramLogWriter(stream), random);
      }
      data.write(sample); // Also writes its CSV file.
    }
    return data;
  }

  /** Returns a run that was interrupted after this sample. */
  static RawData writeOneSample(Path folder, SampleKey key) throws IOException {
    RawData data = write(folder);
    for (Sample sample : data.samples()) {
      if (!sample.key().equals(key)) {
        Files.delete(data.folderOf(sample.key()).resolve("sample.json"));
      }
    }
    return data;
  }

  /** Unpacks a published run. */
  static void unpack(Path zip, Path folder) throws IOException {
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip), UTF_8)) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        Path file = folder.resolve(entry.getName()).normalize();
        assertThat(file).startsWithRaw(folder);
        if (!entry.isDirectory()) {
          Files.createDirectories(file.getParent());
          Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  private static void replaceTexts(Path json) throws IOException {
    String folder = json.getParent().toString();
    String round = folder.substring(folder.length() - 1);
    Files.writeString(
        json,
        Files.readString(json)
            .replace("./compare --minutes=85", "./strata compare '<script>alert(1)</script>'")
            .replace("Scans of 10,000 rows, all filtered out", "Filtered scans | 10,000 rows")
            .replace("Remark", "Remark <" + round + "> & co")
            .replace("Cleanup", "Cleanup " + round));
  }

  private static void writeLatencies(Sample sample, HistogramLogWriter log, Random random) {
    double median = sample.measures().getOrDefault(Measure.LATENCY_P50, 1.0);
    log.outputLogFormatVersion();
    log.outputLegend();
    for (int interval = 0; interval < 3; interval++) {
      Histogram histogram = new Histogram(3);
      histogram.setStartTimeStamp(sample.beginMillis() + interval * 1000L);
      histogram.setEndTimeStamp(sample.beginMillis() + interval * 1000L + 1000);
      for (int i = 0; i < 1500; i++) {
        double millis = Math.exp(random.nextGaussian() * 0.5) * median;
        histogram.recordValue((long) (1e6 * (random.nextInt(400) == 0 ? millis + 12 : millis)));
      }
      log.outputIntervalHistogram(histogram);
    }
  }
}
