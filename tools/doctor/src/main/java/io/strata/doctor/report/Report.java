package io.strata.doctor.report;

import io.strata.doctor.check.Examination;
import io.strata.doctor.check.Finding;
import io.strata.doctor.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The doctor's report. */
public final class Report {
  private final Examination examination;
  private final List<String> lines = new ArrayList<>();

  /** Creates the report of an examination. */
  public Report(Examination examination) {
    this.examination = examination;
  }

  /** Returns the report's text, which ends with a line break. */
  public String text() {
    lines.addAll(
        new Budgets(examination.settings(), examination.limits(), examination.memoryFiles())
            .lines());
    lines.add("");
    lines.addAll(Bar.lines(examination.settings(), examination.limits()));
    lines.add("");
    replaced();
    for (Finding.Level level : Finding.Level.values()) {
      findings(level);
    }
    if (examination.findings().isEmpty()) {
      lines.add("No errors, warnings or notes.");
    }
    return lines.stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private void replaced() {
    if (examination.replaced().isEmpty()) {
      return;
    }
    String keys =
        examination.replaced().entrySet().stream()
            .map(
                entry ->
                    entry.getKey()
                        + (entry.getValue().isEmpty()
                            ? " at its default"
                            : " at " + entry.getValue()))
            .collect(Collectors.joining(", "));
    lines.add(
        Lines.wrap(
            "", "", "The figures above use other values for invalid settings: " + keys + "."));
    lines.add("");
  }

  private void findings(Finding.Level level) {
    List<Finding> found = examination.findings(level);
    if (found.isEmpty()) {
      return;
    }
    lines.add("%d %s".formatted(found.size(), level.name(found.size())));
    for (int i = 0; i < found.size(); i++) {
      lines.add(Lines.wrap("%3d. ".formatted(i + 1), "     ", found.get(i).sentence()));
    }
  }
}
