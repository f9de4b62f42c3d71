package io.strata.perf.data;

import java.util.Locale;

/**
 * What was measured, on what, and which time.
 *
 * @param study the part of the comparison: {@code loadings}, {@code pe}, {@code ycsb}, {@code gc}
 * @param load what the client did, such as {@code all-hits} or {@code multi-get-100}
 * @param deploy which cache the server ran on, such as {@code lru} or {@code strata-offheap}
 * @param collector the server's garbage collector: {@code G1} or {@code ZGC}
 * @param threads of the client
 * @param mode how the client set its pace
 * @param round which repetition, from 1
 */
public record SampleKey(
    String study, String load, String deploy, String collector, int threads, Mode mode, int round) {

  /** The sample's folder, below that of all samples. */
  String path() {
    return "%s/%s/%s-%s-%d-threads-%s-round-%d"
        .formatted(study, load, deploy, collector, threads, mode, round)
        .toLowerCase(Locale.ROOT);
  }
}
