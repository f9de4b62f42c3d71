package io.strata.perf.bench.run;

import io.strata.perf.bench.CompressedCase;
import io.strata.perf.bench.DictionaryMethod;
import io.strata.perf.bench.DictionaryProbe;
import io.strata.perf.bench.Probes;
import io.strata.perf.bench.report.Line;
import io.strata.perf.bench.report.Target;
import io.strata.perf.common.DataSet;
import io.strata.perf.common.Unit;
import java.util.ArrayList;
import java.util.List;

/** The rows of the compression benchmarks. Stateless. */
final class CompressedRows {
  private static final List<String> ALGORITHMS = List.of("lz4", "zstd");
  private static final double MAX_CPU_RATIO = 1.1;
  private static final double MAX_CPU_RATIO_RANDOM = 1.02;
  private static final double MAX_CPU_RATIO_FITTING = 1.01;
  private static final double MAX_HIT_NANOS = 40_000;
  private static final double MAX_HIT_BYTES = 1_000;

  private CompressedRows() {}

  /** Returns the row of compression in memory. */
  static Row memory() {
    return memory(
        "compression of blocks instead of eviction", Probes.COMPRESSED, CompressedCase.large(), 1);
  }

  /** Returns the row of what compression costs where it gains little or nothing. */
  static Row costs() {
    return memory(
        "compression where it gains little", Probes.COMPRESSED_COSTS, CompressedCase.costs(), 5);
  }

  /** Returns the row of what compression costs where blocks do not shrink. */
  static Row random() {
    return memory(
        "compression of random values",
        Probes.COMPRESSED_RANDOM,
        CompressedCase.random(),
        Bench.MAX_ROUNDS);
  }

  /** Returns the row of compression of small blocks in memory. */
  static Row small() {
    return memory(
        "compression of small blocks instead of eviction",
        Probes.COMPRESSED_SMALL,
        CompressedCase.small(),
        1);
  }

  private static Row memory(String title, Probes probe, List<CompressedCase> cases, int rounds) {
    List<Line> lines = new ArrayList<>();
    for (CompressedCase each : cases) {
      lines.add(
          Line.of(
              "hit ratio without compression, " + each.title(),
              each.figure(CompressedCase.NONE, "hits"),
              Unit.SHARE));
      lines.add(
          Line.of(
              "CPU time per row / without compression, control, " + each.title(),
              each.figure(CompressedCase.CONTROL, "cpu"),
              Unit.TIMES));
      for (String algorithm : each.algorithms()) {
        if (each.gains()) {
          addGains(lines, each, algorithm);
        }
        addCosts(lines, each, algorithm);
      }
    }
    return new ProbeRow(title, probe, rounds, lines);
  }

  private static void addGains(List<Line> lines, CompressedCase testCase, String algorithm) {
    String title = ", " + algorithm + ", " + testCase.title();
    lines.add(Line.of("hit ratio" + title, testCase.figure(algorithm, "hits"), Unit.SHARE));
    lines.add(
        Line.of(
            "hit ratio gain" + title,
            testCase.figure(algorithm, "gain"),
            Unit.SHARE,
            Target.atLeast(0.08)));
    lines.add(
        Line.of(
            "file reads / without compression" + title,
            testCase.figure(algorithm, "misses"),
            Unit.TIMES,
            Target.atMost(0.7)));
    lines.add(
        Line.of(
            "block size, compressed / raw" + title,
            testCase.figure(algorithm, "share"),
            Unit.SHARE));
    if (!testCase.isSmall()) {
      lines.add(
          Line.of(
              "decompression of a 64 KB block" + title,
              testCase.figure(algorithm, "unpackNanos"),
              Unit.NANOS));
    }
  }

  private static void addCosts(List<Line> lines, CompressedCase testCase, String algorithm) {
    String title = ", " + algorithm + ", " + testCase.title();
    double maxRatio =
        testCase.fits()
            ? MAX_CPU_RATIO_FITTING
            : testCase.data() == DataSet.RANDOM ? MAX_CPU_RATIO_RANDOM : MAX_CPU_RATIO;
    lines.add(
        Line.of(
            "CPU time per row / without compression" + title,
            testCase.figure(algorithm, "cpu"),
            Unit.TIMES,
            Target.atMost(maxRatio)));
    Target[] goals =
        testCase.fits() || testCase.data() == DataSet.RANDOM
            ? new Target[0]
            : new Target[] {Target.atLeast(testCase.missMillis() > 0 ? 1.3 : 1)};
    lines.add(
        Line.of(
            "rows per second / without compression" + title,
            testCase.figure(algorithm, "rate"),
            Unit.TIMES,
            goals));
    lines.add(
        Line.of(
            "fraction of blocks compressed" + title,
            testCase.figure(algorithm, "packed"),
            Unit.SHARE));
  }

  /** Returns the row of single hits on compressed blocks. */
  static Row hits() {
    List<Line> lines = new ArrayList<>();
    for (CompressedCase each : CompressedCase.hits()) {
      for (String algorithm : each.algorithms()) {
        String title =
            "hit on a compressed 64 KB block, %s, " + algorithm + ", " + each.data().title();
        lines.add(
            Line.of(
                title.formatted("median"),
                each.figure(algorithm, "hit.p50"),
                Unit.NANOS,
                Target.atMost(MAX_HIT_NANOS)));
        lines.add(Line.of(title.formatted("p99"), each.figure(algorithm, "hit.p99"), Unit.NANOS));
        lines.add(
            Line.of(
                title.formatted("heap allocation"),
                each.figure(algorithm, "hit.bytes"),
                Unit.BYTES,
                Target.atMost(MAX_HIT_BYTES)));
      }
    }
    return new ProbeRow("hits on compressed blocks", Probes.COMPRESSED_HITS, 3, lines);
  }

  /** Returns the row of compression on flash. */
  static Row disks() {
    List<Line> lines = new ArrayList<>();
    for (DataSet data : DataSet.values()) {
      boolean gains = data != DataSet.RANDOM;
      for (String algorithm : ALGORITHMS) {
        String title = " / without compression, " + algorithm + ", " + data.title();
        lines.add(
            Line.of(
                "blocks on flash" + title,
                data.flashFigure(algorithm, "blocks"),
                Unit.TIMES,
                gains ? new Target[] {Target.atLeast(1.8)} : new Target[0]));
        lines.add(
            Line.of(
                "bytes written per block" + title,
                data.flashFigure(algorithm, "bytes"),
                Unit.TIMES,
                gains ? new Target[] {Target.atMost(0.6)} : new Target[0]));
      }
    }
    return new ProbeRow("compressed blocks on flash", Probes.COMPRESSED_DISKS, 1, lines);
  }

  /** Returns the row about dictionaries. */
  static Row dictionaries() {
    List<Line> lines = new ArrayList<>();
    for (DataSet data : DataSet.values()) {
      for (int bytes : DictionaryProbe.SIZES) {
        String title = ", blocks of " + (bytes >> 10) + " KB, " + data.title();
        for (DictionaryMethod method : DictionaryMethod.values()) {
          lines.add(
              Line.of(
                  "block size / raw, " + method.title() + title,
                  DictionaryProbe.figure(data, bytes, method, "share"),
                  Unit.SHARE));
          lines.add(
              Line.of(
                  "compression, " + method.title() + title,
                  DictionaryProbe.figure(data, bytes, method, "pack"),
                  Unit.NANOS));
          lines.add(
              Line.of(
                  "decompression, " + method.title() + title,
                  DictionaryProbe.figure(data, bytes, method, "unpack"),
                  Unit.NANOS));
        }
      }
    }
    return new ProbeRow("compression with dictionaries", Probes.DICTIONARIES, 1, lines);
  }
}
