package io.strata.perf.demo;

import java.util.List;

/**
 * The result of a story.
 *
 * @param measure what is compared
 * @param bucketCache BucketCache's value
 * @param strata Strata's value
 * @param better whether Strata's value is the better one
 * @param meaning why the values differ, in one or two sentences
 */
record Outcome(String measure, String bucketCache, String strata, boolean better, String meaning) {
  /** Returns the two lines to print: the values, and why they differ. */
  List<String> lines() {
    return List.of(
        "%s: %s %s, %s %s."
            .formatted(
                measure,
                DemoCache.BUCKET_CACHE.title(),
                bucketCache,
                DemoCache.STRATA.title(),
                strata),
        better ? meaning : "In this run Strata was not better.");
  }
}
