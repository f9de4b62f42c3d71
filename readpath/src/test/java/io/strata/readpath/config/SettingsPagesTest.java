package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.config.MemoryNeed.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The pages on keys and memory have the tables that the code makes. */
class SettingsPagesTest {
  private static final List<String> SAMPLES = List.of("small", "12g", "100g");

  @Test
  void theTableOfKeysIsTheOneInTheCode() throws IOException {
    requireOn("KEYS.md", "keys", SettingKeys.markdownTable());
  }

  @Test
  void theFormulaForMemoryIsTheOneInTheCode() throws IOException {
    List<MemoryNeed> needs = new ArrayList<>();
    for (String sample : SAMPLES) {
      needs.add(
          CacheSettings.read(SamplesTest.sample(sample), SamplesTest.limits(sample)).memoryNeed());
    }
    StringBuilder table = new StringBuilder("| part | reckoned as |");
    SAMPLES.forEach(sample -> table.append(" `%s` |".formatted(sample)));
    table.append("\n|---|---|").append("--:|".repeat(SAMPLES.size())).append('\n');
    for (int i = 0; i < needs.get(0).parts().size(); i++) {
      int row = i;
      Part part = needs.get(0).parts().get(row);
      table.append("| %s | %s |".formatted(part.name(), part.rule()));
      needs.forEach(need -> table.append(megabytes(need.parts().get(row).bytes())));
      table.append('\n');
    }
    table.append("| **the limit** | the sum |");
    needs.forEach(need -> table.append(megabytes(need.bytes())));
    requireOn("MEMORY.md", "memory", table.append('\n').toString());
  }

  private static String megabytes(long bytes) {
    return " %,d MB |".formatted(DirectMemory.megabytes(bytes));
  }

  private static void requireOn(String page, String name, String text) throws IOException {
    String begin = "<!-- %s: begin -->\n".formatted(name);
    String end = "<!-- %s: end -->".formatted(name);
    String whole = Files.readString(Path.of("..", "docs", page));
    Path rendered = Files.writeString(Path.of("target", name + ".md"), text);

    assertThat(whole).containsOnlyOnce(begin).containsOnlyOnce(end);
    assertThat(whole.substring(whole.indexOf(begin) + begin.length(), whole.indexOf(end)))
        .as("The code has changed: put %s between the two comments in docs/%s", rendered, page)
        .isEqualTo("\n" + text + "\n");
  }
}
