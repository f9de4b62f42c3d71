package io.strata.perf.common.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A document, or a part of one between the comments {@code <!-- name: begin -->} and {@code <!--
 * name: end -->}, that is generated from published results.
 *
 * @param page path of the document within the repository
 * @param name of the part; empty for the whole document
 * @param text that it must have; ends with a line break
 */
public record GeneratedPart(String page, String name, String text) {
  /** Returns whether the document has no other parts. */
  public boolean isWhole() {
    return name.isEmpty();
  }

  /** Returns whether the document in a repository has this text. */
  boolean isCurrent(Path root) throws IOException {
    if (isWhole()) {
      return Files.exists(root.resolve(page)) && Files.readString(root.resolve(page)).equals(text);
    }
    String part = "<!-- %1$s: begin -->\n\n%2$s\n<!-- %1$s: end -->".formatted(name, text);
    return Files.readString(root.resolve(page)).contains(part);
  }
}
