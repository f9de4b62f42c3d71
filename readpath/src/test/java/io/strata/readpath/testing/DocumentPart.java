package io.strata.readpath.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A part of a document that is generated from the code, between two comments, {@code <!-- name:
 * begin -->} and {@code <!-- name: end -->}. A test compares the two; {@code ./mvnw -Pdocs test}
 * regenerates the document instead.
 */
public final class DocumentPart {
  private static final boolean WRITES = Boolean.getBoolean("strata.docs.write");

  private final Path page;
  private final String begin;
  private final String end;

  /**
   * @param page path relative to the repository's root
   */
  public DocumentPart(String page, String name) {
    this.page = root().resolve(page);
    this.begin = "<!-- %s: begin -->\n\n".formatted(name);
    this.end = "\n<!-- %s: end -->".formatted(name);
  }

  /** Returns the repository's root. */
  public static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  /** Requires the part to be this text, which ends with a line break. */
  public void require(String text) throws IOException {
    String whole = Files.readString(page);
    assertThat(whole).containsOnlyOnce(begin).containsOnlyOnce(end);
    int from = whole.indexOf(begin) + begin.length();
    int to = whole.indexOf(end);
    requireWhole(page, whole.substring(0, from) + text + whole.substring(to));
  }

  /** Requires the document to be this text. */
  public static void requireWhole(Path page, String text) throws IOException {
    if (WRITES) {
      Files.writeString(page, text);
      return;
    }
    assertThat(Files.readString(page))
        .as("%s is out of date: run ./mvnw -Pdocs test", page)
        .isEqualTo(text);
  }

  /** As {@link #require}, for the output of a program. */
  public void requirePrinted(String text) throws IOException {
    require("```\n" + text.strip() + "\n```\n");
  }
}
