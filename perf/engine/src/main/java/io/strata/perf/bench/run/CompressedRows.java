package io.strata.perf.bench.run;

import io.strata.perf.bench.CompressedCase;
import io.strata.perf.bench.Probes;
import io.strata.perf.bench.report.Line;
import io.strata.perf.bench.report.Target;
import io.strata.perf.common.DataSet;
import io.strata.perf.common.Unit;
import java.util.ArrayList;
import java.util.List;

/** The rows of compression. Stateless. */
final class CompressedRows {
  private static final List<String> ALGORITHMS = List.of("lz4", "zstd");
  private static final double MORE_PROCESSOR_TIME = 1.1;
  private static final double MORE_FOR_RANDOM = 1.02;
  private static final double MORE_WHERE_ALL_FITS = 1.01;
  private static final double UNPACK_NANOS = 40_000;

  private CompressedRows() {}

  /** Of memory. */
  static Row memory() {
    List<Line> lines = new ArrayList<>();
    for (CompressedCase each : CompressedCase.all()) {
      lines.add(
          Line.of(
              "hits without compression, " + each.title(),
              each.figure("none", "hits"),
              Unit.SHARE));
      for (String algorithm : ALGORITHMS) {
        if (gains(each)) {
          addGains(lines, each, algorithm);
        }
        addCosts(lines, each, algorithm);
      }
    }
    return new ProbeRow(
        "blocks that are compressed instead of evicted", Probes.COMPRESSED, 1, lines);
  }

  private static boolean gains(CompressedCase part) {
    return part.missMillis() > 0 && part.data() != DataSet.RANDOM;
  }

  private static void addGains(List<Line> lines, CompressedCase part, String algorithm) {
    String title = ", " + algorithm + ", " + part.title();
    lines.add(Line.of("hits" + title, part.figure(algorithm, "hits"), Unit.SHARE));
    lines.add(
        Line.of(
            "hits more" + title, part.figure(algorithm, "gain"), Unit.SHARE, Target.atLeast(0.08)));
    lines.add(
        Line.of(
            "reads of the file / without compression" + title,
            part.figure(algorithm, "misses"),
            Unit.TIMES,
            Target.atMost(0.7)));
    lines.add(
        Line.of(
            "a block's bytes, compressed / raw" + title,
            part.figure(algorithm, "share"),
            Unit.SHARE));
    lines.add(
        Line.of(
            "a block of 64 KB decompressed" + title,
            part.figure(algorithm, "unpackNanos"),
            Unit.NANOS,
            Target.atMost(UNPACK_NANOS)));
  }

  private static void addCosts(List<Line> lines, CompressedCase part, String algorithm) {
    String title = ", " + algorithm + ", " + part.title();
    double most =
        part.fits()
            ? MORE_WHERE_ALL_FITS
            : part.data() == DataSet.RANDOM ? MORE_FOR_RANDOM : MORE_PROCESSOR_TIME;
    lines.add(
        Line.of(
            "processor time of a row / without compression" + title,
            part.figure(algorithm, "cpu"),
            Unit.TIMES,
            Target.atMost(most)));
    Target[] goals =
        part.fits() || part.data() == DataSet.RANDOM
            ? new Target[0]
            : new Target[] {Target.atLeast(part.missMillis() > 0 ? 1.3 : 1)};
    lines.add(
        Line.of(
            "rows a second / without compression" + title,
            part.figure(algorithm, "rate"),
            Unit.TIMES,
            goals));
    lines.add(
        Line.of(
            "blocks that are compressed" + title, part.figure(algorithm, "packed"), Unit.SHARE));
  }

  /** Of disks. */
  static Row disks() {
    List<Line> lines = new ArrayList<>();
    for (DataSet data : DataSet.values()) {
      boolean gains = data != DataSet.RANDOM;
      for (String algorithm : ALGORITHMS) {
        String title = " / without compression, " + algorithm + ", " + data.title();
        lines.add(
            Line.of(
                "blocks on the disks" + title,
                data.flashFigure(algorithm, "blocks"),
                Unit.TIMES,
                gains ? new Target[] {Target.atLeast(1.8)} : new Target[0]));
        lines.add(
            Line.of(
                "bytes written for a block" + title,
                data.flashFigure(algorithm, "bytes"),
                Unit.TIMES,
                gains ? new Target[] {Target.atMost(0.6)} : new Target[0]));
      }
    }
    return new ProbeRow("compressed blocks on disks", Probes.COMPRESSED_DISKS, 1, lines);
  }
}
