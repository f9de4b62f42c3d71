package io.strata.readpath.config;

import io.strata.readpath.config.MemoryNeed.Part;
import io.strata.readpath.testing.DocumentPart;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages on keys and memory contain the tables that the code generates. */
@Tag("docs")
class SettingsPagesTest {
  private static final List<String> SAMPLES = List.of("small", "12g", "100g");

  @Test
  void tableOfKeysIsUpToDate() throws IOException {
    new DocumentPart("docs/KEYS.md", "keys").require(SettingKeys.markdownTable());
  }

  @Test
  void memoryFormulaIsUpToDate() throws IOException {
    List<MemoryNeed> needs = new ArrayList<>();
    for (String sample : SAMPLES) {
      needs.add(
          CacheSettings.read(SamplesTest.sample(sample), SamplesTest.limits(sample)).memoryNeed());
    }
    StringBuilder table = new StringBuilder("| part | calculated as |");
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
    new DocumentPart("docs/MEMORY.md", "memory").require(table.append('\n').toString());
  }

  private static String megabytes(long bytes) {
    return " %,d MB |".formatted(DirectMemory.megabytes(bytes));
  }
}
