package io.strata.perf.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.common.Facts;
import io.strata.perf.data.StoreRequests;
import io.strata.perf.data.StoreTrial;
import io.strata.perf.data.StoreTrial.StoreCache;
import io.strata.perf.data.StoreTrial.StorePhase;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The page of three caches with made-up requests. */
class ObjectStoreReportTest {
  private static final long ROWS = 2_000;
  private static final long MILLI = 1_000_000;
  private static final StoreRequests OPENING = new StoreRequests(7, 11, 13, 17, 1 << 20);

  @Test
  void targetComparesReadsAfterTheRestart() {
    assertThat(page(19)).containsPattern("\\| ≤ 0.10 × \\| +0.02 × \\| reached \\|");
    assertThat(page(199)).containsPattern("\\| ≤ 0.10 × \\| +0.20 × \\| \\*\\*missed\\*\\* \\|");
  }

  @Test
  void figuresAreForEachThousandRowsAndTheBillForAMillion() {
    assertThat(page(19))
        .containsPattern("\\| GET for 1,000 rows +\\| +499.5 \\| +499.5 \\| +499.5 \\|")
        .containsPattern("\\| GET for 1,000 rows +\\| +499.5 \\| +499.5 \\| +9.5 \\|")
        .containsPattern("\\| HEAD and LIST for 1,000 rows +\\| +0.5 ")
        .containsPattern("\\| MB for 1,000 rows +\\| +512.0 ")
        .containsPattern("\\| latency, p99 +\\| +20.00 ms ")
        .containsPattern("\\| rows a second +\\| +500 ")
        .containsPattern("\\| GET +\\| +7 ")
        .containsPattern("\\| HEAD and LIST +\\| +24 ")
        // 499,500 gets and 500 lists; 500 GB.
        .containsPattern("\\| bill for a million rows +\\| +\\$0.2023 ")
        .containsPattern("\\| the same to another Region +\\| +\\$10.2023 ");
  }

  private static String page(long getsOfStrata) {
    Map<StoreCache, StoreTrial> measured = new EnumMap<>(StoreCache.class);
    for (StoreCache cache : StoreCache.values()) {
      StorePhase cold = phase(999);
      StorePhase restarted = phase(cache == StoreCache.STRATA ? getsOfStrata : 999);
      measured.put(cache, new StoreTrial(cold, cold, OPENING, restarted));
    }
    return new ObjectStoreReport(measured)
        .text(new Facts("./strata bench object-store", "one round", true));
  }

  private static StorePhase phase(long gets) {
    StoreRequests requests = new StoreRequests(gets, 0, 1, 0, 1L << 30);
    return new StorePhase(ROWS, 4, 10 * MILLI, 20 * MILLI, 30 * MILLI, requests);
  }
}
