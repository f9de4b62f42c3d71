package io.strata.perf.report;

import io.strata.perf.data.RawData;
import io.strata.perf.data.Sample;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** The merged latencies of all rounds, at percentiles that all curves share. */
final class PercentileCurve {
  /** Points of a curve for each power of ten of 1/(1-p). */
  private static final int STEPS_EACH = 20;

  private static final int MAX_POINTS = 120;

  private final Histogram all;

  private PercentileCurve(Histogram all) {
    this.all = all;
  }

  /**
   * @return empty if no operation was answered
   * @throws IOException with the fix, if a log cannot be read
   */
  static Optional<PercentileCurve> of(RawData data, List<Sample> rounds) throws IOException {
    Histogram all = new Histogram(3);
    for (Sample sample : rounds) {
      Path folder = data.folderOf(sample.key());
      add(folder, folder.resolve(RawData.LATENCIES), all);
    }
    return all.getTotalCount() == 0 ? Optional.empty() : Optional.of(new PercentileCurve(all));
  }

  private static void add(Path folder, Path log, Histogram all) throws IOException {
    if (!Files.exists(log)) {
      throw new IOException(log + " is missing" + fix(folder));
    }
    long before = all.getTotalCount();
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      while (reader.hasNext()) {
        EncodableHistogram interval = reader.nextIntervalHistogram();
        if (interval instanceof Histogram histogram) {
          all.add(histogram);
        }
      }
    } catch (FileNotFoundException e) {
      throw e;
    } catch (RuntimeException e) {
      // The type of exception for an invalid line depends on the error.
      throw new IOException(log + " is damaged" + fix(folder), e);
    }
    if (all.getTotalCount() == before) {
      throw new IOException(log + " holds no latency" + fix(folder));
    }
  }

  private static String fix(Path folder) {
    return ". Delete the folder " + folder + " and repeat the comparison to measure it again.";
  }

  /** Returns a point's position on an axis logarithmic in 1/(1-p): its number of nines, 0 to 6. */
  static double nines(int point) {
    return (double) point / STEPS_EACH;
  }

  /** Returns the percentile of a point, 0 to 100. */
  static double percentile(int point) {
    return 100 * (1 - Math.pow(10, -nines(point)));
  }

  /** Returns latencies in milliseconds, up to the percentile of a single operation. */
  List<Double> milliseconds() {
    List<Double> points = new ArrayList<>();
    for (int i = 0; i <= MAX_POINTS && Math.pow(10, nines(i)) <= all.getTotalCount(); i++) {
      points.add(all.getValueAtPercentile(percentile(i)) / 1e6);
    }
    return points;
  }
}
