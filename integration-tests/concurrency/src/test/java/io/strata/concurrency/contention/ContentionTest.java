package io.strata.concurrency.contention;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.concurrency.contention.Contention.Before;
import io.strata.concurrency.contention.Contention.SharedStore;
import io.strata.concurrency.contention.Contention.Sharing;
import io.strata.concurrency.contention.Stores.StoreKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A hit, an insert and an eviction execute the atomic operations that CONTENTION.md lists. */
class ContentionTest {
  private static final Path PAGE = Path.of("CONTENTION.md");
  private static final String BEGIN = "<!-- contention: begin -->\n";
  private static final String END = "<!-- contention: end -->";
  private static final Map<String, Contention> OPERATIONS = new LinkedHashMap<>();

  @BeforeAll
  static void count() {
    OPERATIONS.put("hit", new Contention(Operations::hit, Before.CACHED));
    OPERATIONS.put("insert", new Contention(Operations::insert, Before.ABSENT));
    OPERATIONS.put("eviction", new Contention(Operations::evict, Before.CACHED));
    OPERATIONS.put(
        "insert that evicts", new Contention(Operations::insert, Before.ABSENT_FROM_FULL_STORE));
  }

  @Test
  void hitWritesNoLineThatThreadsAtOtherBlocksWrite() {
    Contention hit = OPERATIONS.get("hit");
    assertThat(hit.rows()).isNotEmpty();
    assertThat(hit.rows().keySet()).extracting(SharedStore::sharing).containsOnly(Sharing.BLOCK);
    assertThat(hit.lines(Sharing.BLOCK)).isEqualTo(1);
  }

  @Tag("docs")
  @Test
  void operationsStoreWhatThePageLists() throws IOException {
    String page = Files.readString(PAGE);
    int from = page.indexOf(BEGIN) + BEGIN.length();
    String expected = page.substring(0, from) + tables() + page.substring(page.indexOf(END));
    assertThat(page).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
    if (Boolean.getBoolean("strata.docs.write")) {
      Files.writeString(PAGE, expected);
    }
    assertThat(changes(Files.readString(PAGE), expected))
        .as("the stores of an operation have changed; if that is intended, run ./mvnw -Pdocs test")
        .isEmpty();
  }

  private static List<String> changes(String before, String after) {
    List<String> old = linesWithHeading(before);
    List<String> now = linesWithHeading(after);
    return Stream.concat(
            old.stream().filter(line -> !now.contains(line)).map(line -> "- " + line),
            now.stream().filter(line -> !old.contains(line)).map(line -> "+ " + line))
        .toList();
  }

  /** Returns the lines, each after the heading above it: two operations may have the same line. */
  private static List<String> linesWithHeading(String page) {
    List<String> lines = new ArrayList<>();
    String heading = "";
    for (String line : page.lines().toList()) {
      heading = line.startsWith("## ") ? line.substring(3) : heading;
      lines.add(heading + ": " + line);
    }
    return lines;
  }

  private static String tables() {
    StringBuilder text = new StringBuilder();
    text.append("\n| lines written by");
    OPERATIONS.keySet().forEach(each -> text.append(" | %s: atomic | lines".formatted(each)));
    text.append(" |\n|---").append("|--:|--:".repeat(OPERATIONS.size())).append("|\n");
    for (Sharing sharing : Sharing.values()) {
      text.append("| ").append(sharing.title).append(" |");
      OPERATIONS.values().forEach(each -> text.append(cell(each, sharing)).append(" |"));
      text.append('\n');
    }
    OPERATIONS.forEach((name, each) -> append(text, name, each));
    return text.append('\n').toString();
  }

  private static String cell(Contention of, Sharing sharing) {
    int atomics = of.atomics(sharing);
    if (sharing == Sharing.NONE) {
      return " %d | –".formatted(atomics);
    }
    return " %d | %d".formatted(atomics, of.lines(sharing));
  }

  private static void append(StringBuilder text, String operation, Contention of) {
    String first = operation.substring(0, 1).toUpperCase(Locale.ROOT);
    text.append("\n## ").append(first).append(operation.substring(1));
    text.append("\n\n| line written by | in | executes | kind | times |\n|---|---|---|---|--:|\n");
    of.rows().entrySet().stream()
        .sorted(Comparator.comparing(each -> each.getKey().sharing()))
        .forEach(each -> text.append(line(each.getKey(), each.getValue())));
  }

  private static String line(SharedStore row, int times) {
    return "| %s | `%s` | `%s` | %s | %d |%n"
        .formatted(
            row.sharing().title,
            row.site(),
            row.operation(),
            row.kind() == StoreKind.STORE ? "store" : "atomic",
            times);
  }
}
