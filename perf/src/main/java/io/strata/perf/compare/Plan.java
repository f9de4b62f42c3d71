package io.strata.perf.compare;

import java.util.ArrayList;
import java.util.List;

/**
 * What is to be run, and in which order.
 *
 * @param passes how often each cache is measured with all its data in memory, 1 to 20
 * @param threads of the client, 1 to 64
 * @param reads rows read in each run of multi-gets, about; single gets are fewer
 * @param challenger measured beside BucketCache
 * @param churn whether to measure a cache smaller than the data too
 */
record Plan(Scale scale, int passes, int threads, long reads, Cache challenger, boolean churn) {
  // A single get costs about four times as much as one among a hundred.
  private static final int SINGLE_GETS_SHARE = 5;
  private static final int WARM_UP_SHARE = 2;

  /** One life of a RegionServer: under one cache, with everything measured on it. */
  record Run(Setup setup, Cache cache, int pass) {
    String title() {
      return setup == Setup.CHURN ? "churn" : "pass " + pass;
    }

    /** What is measured in it, in this order. */
    List<Workload> workloads() {
      return switch (setup) {
        case ALL_HITS -> List.of(Workload.MULTI_GETS, Workload.SINGLE_GETS);
        case CHURN -> List.of(Workload.MULTI_GETS);
      };
    }
  }

  /**
   * The runs in their order. Every second pass takes the caches the other way round, so that a
   * machine that grows slower or faster meanwhile favours neither.
   */
  List<Run> runs() {
    List<Run> runs = new ArrayList<>();
    for (int pass = 1; pass <= passes; pass++) {
      boolean forward = pass % 2 == 1;
      runs.add(new Run(Setup.ALL_HITS, forward ? Cache.BUCKET_CACHE : challenger, pass));
      runs.add(new Run(Setup.ALL_HITS, forward ? challenger : Cache.BUCKET_CACHE, pass));
    }
    if (churn) {
      runs.add(new Run(Setup.CHURN, Cache.BUCKET_CACHE, 1));
      runs.add(new Run(Setup.CHURN, challenger, 1));
    }
    return runs;
  }

  ReadPlan reads(Workload workload) {
    return switch (workload) {
      case MULTI_GETS -> readPlan(workload, reads);
      case SINGLE_GETS -> readPlan(workload, reads / SINGLE_GETS_SHARE);
    };
  }

  ReadPlan warmUpReads() {
    return readPlan(Workload.MULTI_GETS, reads / WARM_UP_SHARE);
  }

  private ReadPlan readPlan(Workload workload, long rows) {
    return ReadPlan.of(workload, threads, scale.rows(), rows);
  }
}
