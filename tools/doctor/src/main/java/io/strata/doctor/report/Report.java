package io.strata.doctor.report;

import io.strata.doctor.check.Examination;
import io.strata.doctor.check.Finding;
import io.strata.doctor.text.Lines;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** What is said of a configuration. */
public final class Report {
  private final Examination examination;
  private final List<String> lines = new ArrayList<>();

  /** Of an examination. */
  public Report(Examination examination) {
    this.examination = examination;
  }

  /** All of it, ending with a line break. */
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
      lines.add("Nothing is wrong, and there is nothing to remark.");
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
            "", "", "What is wrong below is reckoned above with other values: " + keys + "."));
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
