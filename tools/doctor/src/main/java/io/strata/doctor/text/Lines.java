package io.strata.doctor.text;

import java.util.ArrayList;
import java.util.List;

/** Wraps text to the width of a terminal. */
public final class Lines {
  /** Columns of a terminal. */
  public static final int WIDTH = 80;

  private Lines() {}

  /**
   * Wraps text between words. A longer word gets its own line.
   *
   * @param first prefix of the first line
   * @param others prefix of the other lines
   */
  public static String wrap(String first, String others, String text) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder(first);
    boolean isEmpty = true;
    for (String word : text.strip().split("\\s+", -1)) {
      if (!isEmpty && line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line = new StringBuilder(others);
        isEmpty = true;
      }
      line.append(isEmpty ? "" : " ").append(word);
      isEmpty = false;
    }
    lines.add(line.toString());
    return String.join("\n", lines);
  }
}
