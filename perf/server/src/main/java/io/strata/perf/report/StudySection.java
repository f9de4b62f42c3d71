package io.strata.perf.report;

import io.strata.perf.data.Mode;
import io.strata.perf.data.RunFacts.Load;
import io.strata.perf.data.RunFacts.Study;
import java.io.IOException;
import java.util.List;
import org.jsoup.nodes.Element;

/** A study with all its loads. */
final class StudySection {
  private final Run run;
  private final Study study;
  private final int pointsEach;

  /**
   * @param pointsEach how many points a line over time may have
   */
  StudySection(Run run, Study study, int pointsEach) {
    this.run = run;
    this.study = study;
    this.pointsEach = pointsEach;
  }

  /** Where links to a study go. */
  static String id(Study study) {
    return "study-" + study.name();
  }

  static String id(Study study, Load load) {
    return id(study) + "-" + load.name();
  }

  void addTo(Element parent) throws IOException {
    Html.add(parent, "h2", study.title()).id(id(study));
    Html.add(parent, "p", study.description());
    for (Load load : study.loads()) {
      Element section = parent.appendElement("section").addClass("load");
      Html.add(section, "h3", load.title()).id(id(study, load));
      Html.add(section, "p", load.description());
      addLoad(section, load);
    }
  }

  private void addLoad(Element section, Load load) throws IOException {
    if (run.modes(study.name(), load.name()).isEmpty()) {
      Html.add(section, "p", "Not measured in this run.");
      return;
    }
    new PanelSection(run, study.name(), load.name()).addTo(section);
    if (study.name().equals(GcSection.STUDY)) {
      for (Cell cell : mostThreads(load, Mode.PEAK)) {
        new GcSection(run).addTo(section, cell);
        new AllocationSection(run).addTo(section, cell);
      }
    }
    for (Cell cell : mostThreads(load, curveMode(load))) {
      new CurveSection(run).addTo(section, cell);
    }
    for (Cell cell : mostThreads(load, Mode.PEAK)) {
      new TimeSection(run, pointsEach).addTo(section, cell);
    }
  }

  private Mode curveMode(Load load) {
    return run.modes(study.name(), load.name()).contains(Mode.PACED) ? Mode.PACED : Mode.PEAK;
  }

  private List<Cell> mostThreads(Load load, Mode mode) {
    List<Integer> threads = run.threads(study.name(), load.name());
    int most = threads.get(threads.size() - 1);
    return run.collectors(study.name(), load.name()).stream()
        .map(collector -> new Cell(study.name(), load.name(), "", collector, most, mode))
        .toList();
  }
}
