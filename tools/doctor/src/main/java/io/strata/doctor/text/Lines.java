package io.strata.doctor.text;

import java.util.ArrayList;
import java.util.List;

/** Text in lines that fit a terminal. */
public final class Lines {
  /** Columns of a terminal. */
  public static final int WIDTH = 80;

  private Lines() {}

  /**
   * Breaks a text between its words; a word that is too long has a line to itself.
   *
   * @param first before the first line
   * @param others before each of the others
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
