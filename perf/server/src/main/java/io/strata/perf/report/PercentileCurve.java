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

/** The latencies of all rounds of something together, at percentiles that all curves share. */
final class PercentileCurve {
  /** Points of a curve from one power of ten of 1/(1-p) to the next. */
  private static final int STEPS_EACH = 20;

  private static final int MAX_POINTS = 120;

  private final Histogram all;

  private PercentileCurve(Histogram all) {
    this.all = all;
  }

  /**
   * @return nothing if no operation was answered
   * @throws IOException when a log cannot be read; the message says what mends it
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
      throw new IOException(log + " is missing" + mend(folder));
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
      // What the reader throws at lines that are none of a log's depends on what is wrong.
      throw new IOException(log + " is damaged" + mend(folder), e);
    }
    if (all.getTotalCount() == before) {
      throw new IOException(log + " holds no latency" + mend(folder));
    }
  }

  private static String mend(Path folder) {
    return ": delete the folder "
        + folder
        + " and start the comparison again, which then measures it anew.";
  }

  /** A point's place on an axis that grows with 1/(1-p): how many nines it has, 0 to 6. */
  static double nines(int point) {
    return (double) point / STEPS_EACH;
  }

  /** The percentile of a point, 0 to 100. */
  static double percentile(int point) {
    return 100 * (1 - Math.pow(10, -nines(point)));
  }

  /** Latencies in milliseconds, up to the point beyond which there is less than one operation. */
  List<Double> milliseconds() {
    List<Double> points = new ArrayList<>();
    for (int i = 0; i <= MAX_POINTS && Math.pow(10, nines(i)) <= all.getTotalCount(); i++) {
      points.add(all.getValueAtPercentile(percentile(i)) / 1e6);
    }
    return points;
  }
}
