package io.strata.perf.demo;

import java.util.List;

/**
 * How a story ends.
 *
 * @param measure what is compared
 * @param bucketCache its value with BucketCache
 * @param strata its value with Strata
 * @param better whether Strata's is the better one
 * @param meaning one sentence that explains the difference
 */
record Outcome(String measure, String bucketCache, String strata, boolean better, String meaning) {
  /** Returns what is printed: the result, and what it means. */
  List<String> lines() {
    return List.of(
        "%s: %s %s, %s %s."
            .formatted(
                measure, Cache.BUCKET_CACHE.title(), bucketCache, Cache.STRATA.title(), strata),
        better ? meaning : "This time Strata was not better.");
  }
}
