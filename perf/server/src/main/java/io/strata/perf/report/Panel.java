package io.strata.perf.report;

import static io.strata.perf.data.Mode.PACED;
import static io.strata.perf.data.Mode.PEAK;

import io.strata.perf.data.Measure;
import io.strata.perf.data.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A measure that gets a chart, in its most informative mode. */
record Panel(Measure measure, Mode mode) {
  private static final List<Panel> STANDARD =
      List.of(
          new Panel(Measure.ROWS_PER_SECOND, PEAK),
          new Panel(Measure.SERVER_CPU_PER_ROW, PEAK),
          new Panel(Measure.SERVER_CPU, PEAK),
          new Panel(Measure.GC_TIME, PEAK),
          new Panel(Measure.HIT_RATIO, PEAK),
          new Panel(Measure.EVICTIONS, PEAK),
          new Panel(Measure.CACHED, PEAK),
          new Panel(Measure.FILE_READS, PEAK),
          new Panel(Measure.DISK_READS, PEAK),
          new Panel(Measure.LATENCY_P50, PACED),
          new Panel(Measure.LATENCY_P95, PACED),
          new Panel(Measure.LATENCY_P99, PACED),
          new Panel(Measure.LATENCY_P999, PACED),
          new Panel(Measure.GIVEN_UP, PACED),
          new Panel(Measure.IN_CACHE_P50, PACED),
          new Panel(Measure.IN_CACHE_P99, PACED),
          new Panel(Measure.SERVER_CPU, PACED),
          new Panel(Measure.GC_TIME, PACED));

  private static final List<Panel> OF_GC =
      List.of(
          new Panel(Measure.GC_PAUSES, PEAK),
          new Panel(Measure.GC_LONGEST, PEAK),
          new Panel(Measure.ALLOCATION_RATE, PEAK),
          new Panel(Measure.ALLOCATED_PER_ROW, PEAK),
          new Panel(Measure.LIVE_SET, PEAK));

  /** The panels of each load in the summary. */
  private static final List<Panel> SUMMARY =
      STANDARD.stream()
          .filter(
              panel ->
                  switch (panel.measure) {
                    case ROWS_PER_SECOND, SERVER_CPU_PER_ROW, LATENCY_P99, LATENCY_P999 -> true;
                    case GC_TIME -> panel.mode == PEAK;
                    default -> false;
                  })
          .toList();

  /** Returns the panels of a load that have values, in the order of the report. */
  static List<Panel> of(Run run, String study, String load) {
    Stream<Panel> wanted =
        study.equals(GcSection.STUDY)
            ? Stream.concat(STANDARD.stream(), OF_GC.stream())
            : STANDARD.stream();
    return withValues(run, study, load, wanted.toList());
  }

  /** Returns those of the summary. */
  static List<Panel> summary(Run run, String study, String load) {
    return withValues(run, study, load, SUMMARY);
  }

  /** Returns the panels that have values; a measure that only the other mode has is shown in it. */
  private static List<Panel> withValues(Run run, String study, String load, List<Panel> wanted) {
    List<Panel> panels = new ArrayList<>();
    for (Panel panel : wanted) {
      Panel other = new Panel(panel.measure, panel.mode == PEAK ? PACED : PEAK);
      if (panel.isThere(run, study, load)) {
        panels.add(panel);
      } else if (other.isThere(run, study, load) && !wanted.contains(other)) {
        panels.add(other);
      }
    }
    return panels;
  }

  private boolean isThere(Run run, String study, String load) {
    return cells(run, study, load).stream()
        .anyMatch(cell -> run.figures(cell, measure).stream().anyMatch(Figure::isThere));
  }

  /** Returns a cell for each collector and number of threads, without a configuration. */
  List<Cell> cells(Run run, String study, String load) {
    List<Cell> cells = new ArrayList<>();
    for (String collector : run.collectors(study, load)) {
      for (int threads : run.threads(study, load)) {
        cells.add(new Cell(study, load, "", collector, threads, mode));
      }
    }
    return cells;
  }

  /** Returns the cells with the largest number of threads. */
  List<Cell> cellsWithMaxThreads(Run run, String study, String load) {
    int max = run.threads(study, load).stream().mapToInt(threads -> threads).max().orElse(0);
    return cells(run, study, load).stream().filter(cell -> cell.threads() == max).toList();
  }
}
