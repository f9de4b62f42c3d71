package io.strata.perf.run;

import io.strata.perf.data.Measure;
import io.strata.perf.data.RawData;
import io.strata.perf.ycsb.YcsbResult;
import java.io.FileNotFoundException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;

/** What a client can tell of a run of YCSB, from the latencies that it has logged. */
final class ClientMeasures {
  private static final double NANOS_PER_MILLI = 1e6;

  private ClientMeasures() {}

  static Map<Measure, Double> of(YcsbResult result, Path folder) throws FileNotFoundException {
    Map<Measure, Double> measures = new EnumMap<>(Measure.class);
    measures.put(Measure.ROWS_PER_SECOND, result.rows() / result.seconds());
    measures.put(Measure.OPERATIONS_PER_SECOND, result.operations() / result.seconds());
    measures.put(Measure.THROUGHPUT_VARIATION, result.throughput().variation());
    measures.put(Measure.DEEPEST_DIP, result.throughput().deepestDip());
    Histogram latencies = read(folder.resolve(RawData.LATENCIES));
    measures.put(Measure.LATENCY_P50, millis(latencies, 50));
    measures.put(Measure.LATENCY_P95, millis(latencies, 95));
    measures.put(Measure.LATENCY_P99, millis(latencies, 99));
    measures.put(Measure.LATENCY_P999, millis(latencies, 99.9));
    measures.put(Measure.LATENCY_MAX, latencies.getMaxValue() / NANOS_PER_MILLI);
    return measures;
  }

  private static double millis(Histogram latencies, double percentile) {
    return latencies.getValueAtPercentile(percentile) / NANOS_PER_MILLI;
  }

  private static Histogram read(Path log) throws FileNotFoundException {
    Histogram all = new Histogram(3);
    all.setAutoResize(true);
    try (HistogramLogReader reader = new HistogramLogReader(log.toFile())) {
      for (EncodableHistogram next = reader.nextIntervalHistogram();
          next != null;
          next = reader.nextIntervalHistogram()) {
        all.add((Histogram) next);
      }
    }
    return all;
  }
}
