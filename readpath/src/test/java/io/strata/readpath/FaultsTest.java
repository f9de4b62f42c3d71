package io.strata.readpath;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * All classes, members and tests that FAULTS.md names exist in the sources.
 *
 * <p>A row names them in backquotes, in its second and third column: {@code Type}, {@code
 * Type.member}, {@code Type.beginning…}, and {@code …part} for another member of the type before. A
 * name that begins with {@code Test} is of HBase's own tests; {@code X} also stands for a fuzz
 * target {@code XFuzzTest}.
 */
class FaultsTest {
  private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern CODE = Pattern.compile("`([^`]+)`");
  private static final Pattern NAME =
      Pattern.compile("(?<type>[A-Z]\\w*[a-z]\\w*)(\\.(?<member>…?\\w+…?))?");
  private static final Pattern OF_HBASE = Pattern.compile("Test[A-Z]\\w*");

  private final Map<String, String> sources = new HashMap<>();

  @Test
  void everyRowNamesWhatExists() throws IOException {
    readSources();
    List<String> unknown = new ArrayList<>();
    int rows = 0;
    for (String line : Files.readAllLines(ROOT.resolve("integration-tests/FAULTS.md"))) {
      if (line.startsWith("| ") && !line.startsWith("| fault ")) {
        rows++;
        String[] cells = line.split("\\|", -1);
        unknown.addAll(unknownIn(cells[2]));
        unknown.addAll(unknownIn(cells[3]));
      }
    }
    assertThat(rows).isPositive();
    assertThat(unknown).isEmpty();
  }

  private void readSources() throws IOException {
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean isSkipped = !folder.equals(ROOT) && name.matches("target|\\..*");
            return isSkipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = file.getFileName().toString();
            if (name.endsWith(".java")) {
              // Two modules may have classes of the same name: either may be meant.
              sources.merge(name.replace(".java", ""), Files.readString(file), String::concat);
            }
            return FileVisitResult.CONTINUE;
          }
        });
  }

  private List<String> unknownIn(String cell) {
    List<String> unknown = new ArrayList<>();
    String type = "";
    for (Matcher code = CODE.matcher(cell); code.find(); ) {
      String text = code.group(1);
      Matcher name = NAME.matcher(text.startsWith("…") ? type + "." + text : text);
      if (name.matches()) {
        type = name.group("type");
        if (!exists(type, name.group("member"))) {
          unknown.add(name.group());
        }
      }
    }
    return unknown;
  }

  private boolean exists(String type, @Nullable String member) {
    if (OF_HBASE.matcher(type).matches()) {
      return true;
    }
    String source = sources.getOrDefault(type, sources.get(type + "FuzzTest"));
    return source != null && (member == null || declares(source, member));
  }

  /** Returns whether a line declares a member, as opposed to a call. */
  private static boolean declares(String source, String member) {
    String name = Pattern.quote(member.replace("…", ""));
    String before = member.startsWith("…") ? "\\w*" : "";
    String behind = member.endsWith("…") ? "\\w*" : "";
    return Pattern.compile(
            "^ +(?!return |throw |else |assert |case )[\\w.@<>\\[\\]?,& ]+ "
                + before
                + name
                + behind
                + "( ?[(=;]| \\{| extends | implements )",
            Pattern.MULTILINE)
        .matcher(source)
        .find();
  }
}
