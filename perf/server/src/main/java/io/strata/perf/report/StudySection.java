package io.strata.perf.report;

import io.strata.perf.common.Report;
import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts.LoadFacts;
import io.strata.perf.data.RunFacts.StudyFacts;
import java.io.IOException;
import java.util.List;

/** The section of a study with all its loads. */
final class StudySection {
  private final Run run;
  private final StudyFacts study;

  StudySection(Run run, StudyFacts study) {
    this.run = run;
    this.study = study;
  }

  void addTo(Report report) throws IOException {
    report.section(study.title()).text(study.description());
    for (LoadFacts load : study.loads()) {
      report.section(3, load.title()).text(load.description());
      addLoad(report, load);
    }
  }

  private void addLoad(Report report, LoadFacts load) throws IOException {
    if (run.modes(study.name(), load.name()).isEmpty()) {
      report.text("Not measured in this run.");
      return;
    }
    new PanelSection(run, study.name(), load.name()).addTo(report);
    if (study.name().equals(GcSection.STUDY)) {
      for (Cell cell : maxThreads(load, Mode.PEAK)) {
        new GcSection(run).addTo(report, cell);
        new AllocationSection(run).addTo(report, cell);
      }
    }
    for (Cell cell : maxThreads(load, curveMode(load))) {
      new CurveSection(run).addTo(report, cell);
    }
    for (Cell cell : maxThreads(load, Mode.PEAK)) {
      new TimeSection(run).addTo(report, cell);
    }
  }

  private Mode curveMode(LoadFacts load) {
    return run.modes(study.name(), load.name()).contains(Mode.PACED) ? Mode.PACED : Mode.PEAK;
  }

  private List<Cell> maxThreads(LoadFacts load, Mode mode) {
    List<Integer> threads = run.threads(study.name(), load.name());
    int max = threads.get(threads.size() - 1);
    return run.collectors(study.name(), load.name()).stream()
        .map(collector -> new Cell(study.name(), load.name(), "", collector, max, mode))
        .toList();
  }
}
