package io.strata.perf.flash;

import io.strata.perf.common.Facts;
import io.strata.perf.common.Progress;
import io.strata.perf.flash.measure.Amounts;
import io.strata.perf.flash.measure.Inserts;
import io.strata.perf.flash.measure.Reads;
import io.strata.perf.flash.measure.RecoveryRun;
import io.strata.perf.flash.measure.ScatterRun;
import io.strata.perf.flash.measure.Workplace;
import io.strata.perf.flash.measure.WriteBehind;
import io.strata.perf.flash.report.FlashReport;
import io.strata.perf.flash.report.Measured;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** Measures the requested sections in order and writes the report. Used by one thread. */
final class FlashRun {
  private static final String HBASE = "2.6.4-hadoop3";

  private final Amounts amounts;
  private final Path folder;
  private final Set<Section> sections;
  private final Path output;
  private final PrintStream out = System.out;
  private final Progress progress = new Progress(out);

  /**
   * @param folder of the engines' files
   * @param output folder of the report
   */
  FlashRun(Amounts amounts, Path folder, Set<Section> sections, Path output) {
    this.amounts = amounts;
    this.folder = folder;
    this.sections = Set.copyOf(sections);
    this.output = output;
  }

  /**
   * Measures and writes the report.
   *
   * @param args the command's arguments
   * @param small whether the figures are not meaningful
   * @param disk description of the folder's disk
   */
  void run(List<String> args, boolean small, String disk) throws IOException, InterruptedException {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    Facts facts =
        new Facts(
                "./strata bench flash " + String.join(" ", args),
                amounts.rounds() + " rounds, interleaved",
                small)
            .add("Load before the run", String.format(Locale.ROOT, "%.1f", load))
            .add("Disk", disk)
            .add("HBase", HBASE);
    Measured measured;
    try (Workplace workplace = new Workplace(folder)) {
      measured = measure(workplace);
    }
    FlashReport report = new FlashReport(measured);
    report.write(output, facts);
    for (String each : report.missed()) {
      out.println("Missed: " + each + ".");
    }
    out.println("Written to " + output.resolve(FlashReport.PAGE) + ".");
  }

  private Measured measure(Workplace workplace) throws IOException, InterruptedException {
    Map<Reads.ReadCase, Reads.ReadResult> reads = Map.of();
    Map<Inserts.InsertCase, Inserts.InsertResult> inserts = Map.of();
    if (sections.contains(Section.READS)) {
      Reads each = new Reads(amounts, workplace);
      progress.phase("reads of large blocks", () -> each.measure(Amounts.LARGE));
      reads = progress.phase("reads of small blocks", () -> each.measure(Amounts.SMALL));
    }
    if (sections.contains(Section.INSERTS)) {
      Inserts each = new Inserts(amounts, workplace);
      progress.phase("inserts of large blocks", () -> each.measure(Amounts.LARGE));
      inserts = progress.phase("inserts of small blocks", () -> each.measure(Amounts.SMALL));
    }
    return new Measured(
        reads,
        inserts,
        sections.contains(Section.RING)
            ? progress.phase("write-behind", () -> new WriteBehind(amounts, workplace).measure())
            : Map.of(),
        sections.contains(Section.RESTARTS)
            ? progress.phase("restarts", () -> new RecoveryRun(amounts, workplace).measure())
            : null,
        sections.contains(Section.LATENCIES)
            ? progress.phase("rising rates", () -> new ScatterRun(amounts, workplace).measure())
            : List.of());
  }
}
