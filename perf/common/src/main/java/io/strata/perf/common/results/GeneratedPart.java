package io.strata.perf.common.results;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a document that is generated from published results, between the comments {@code <!--
 * name: begin -->} and {@code <!-- name: end -->}.
 *
 * @param page path of the document within the repository
 * @param name of the part
 * @param text that the part must have; ends with a line break
 */
public record GeneratedPart(String page, String name, String text) {
  /** Returns whether the document in a repository has the part with this text. */
  boolean isCurrent(Path root) throws IOException {
    String part = "<!-- %1$s: begin -->\n\n%2$s\n<!-- %1$s: end -->".formatted(name, text);
    return Files.readString(root.resolve(page)).contains(part);
  }
}
