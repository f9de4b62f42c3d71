package io.strata.perf.report;

import io.strata.perf.common.results.GeneratedPart;
import io.strata.perf.common.results.PublishedResults;
import io.strata.readpath.testing.DocumentPart;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks that the README and the index of results quote the published results. */
@Tag("docs")
class ResultsPagesTest {
  @Test
  void figuresMatchThePublishedResults() throws Exception {
    for (GeneratedPart part : new PublishedResults(DocumentPart.root()).parts()) {
      if (part.isWhole()) {
        DocumentPart.requireWhole(DocumentPart.root().resolve(part.page()), part.text());
      } else {
        new DocumentPart(part.page(), part.name()).require(part.text());
      }
    }
  }
}
