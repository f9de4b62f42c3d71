package io.strata.readpath.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.account.Owner;
import io.strata.readpath.testing.FlashCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsPageTest {
  private static final Path PAGE = Path.of("..", "docs", "METRICS.md");
  private static final String BEGIN = "<!-- meters: begin -->\n\n";
  private static final String END = "\n<!-- meters: end -->";

  @Test
  void theTableOfMetersIsTheOneInTheCode(@TempDir Path folder) throws IOException {
    try (FlashCache test = new FlashCache(FlashCache.conf(folder))) {
      test.put("file", 0);
      test.cache().metrics().showOwners(() -> Map.of("file", new Owner("table", "family")));
      String table = MetricsPage.table(test.cache().metrics());
      Path rendered = Files.writeString(Path.of("target", "meters.md"), table);
      String page = Files.readString(PAGE);

      assertThat(page).containsOnlyOnce(BEGIN).containsOnlyOnce(END);
      assertThat(page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END)))
          .as("The code has changed: put %s between the two comments in %s", rendered, PAGE)
          .isEqualTo(table);
    }
  }
}
