package io.strata.readpath.metrics;

import io.strata.readpath.testing.DocumentPart;
import io.strata.readpath.testing.FlashCache;
import io.strata.readpath.usage.Owner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("docs")
class MetricsPageTest {
  @Test
  void tableOfMetersMatchesTheCode(@TempDir Path folder) throws IOException {
    try (FlashCache test = new FlashCache(FlashCache.conf(folder))) {
      test.put("file", 0);
      test.cache().metrics().showOwners(() -> Map.of("file", new Owner("table", "family")));
      new DocumentPart("docs/METRICS.md", "meters")
          .require(MetricsPage.table(test.cache().metrics()));
    }
  }
}
