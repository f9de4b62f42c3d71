package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The operator's guide quotes messages as the code has them. */
class OperatingGuideTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final List<String> MODULES = List.of("readpath", "l2-bucket", "l3-flash");
  private static final String ANYTHING = "…";

  /** Code of more than three words is a message; commands stand in blocks of their own. */
  private static final Pattern CODE = Pattern.compile("`([^`\n]+)`");

  private static final Pattern MESSAGE = Pattern.compile("(?:\\S+ ){3,}\\S+");

  private static final Pattern SPLIT_LITERAL = Pattern.compile("\"\\s*\\+\\s*\"");

  private static String guide() throws IOException {
    return Files.readString(DOCS.resolve("OPERATING.md"));
  }

  private static Set<String> found(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    return matcher
        .results()
        .map((MatchResult each) -> each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private static String sources() throws IOException {
    StringBuilder all = new StringBuilder();
    for (String module : MODULES) {
      try (Stream<Path> files = Files.walk(Path.of("..", module, "src", "main", "java"))) {
        for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
          all.append(Files.readString(file));
        }
      }
    }
    return SPLIT_LITERAL.matcher(all).replaceAll("");
  }

  @Test
  void quotesOnlyWhatTheCodeSays() throws IOException {
    String sources = sources();
    Set<String> messages =
        found(CODE, guide()).stream()
            .filter(MESSAGE.asMatchPredicate())
            .collect(Collectors.toSet());
    assertThat(messages).hasSizeGreaterThan(15);
    for (String message : messages) {
      for (String part : message.split(ANYTHING, -1)) {
        assertThat(sources.contains(part)).as("\"%s\" of \"%s\"", part, message).isTrue();
      }
    }
  }
}
