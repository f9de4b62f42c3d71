package io.strata.perf.demo;

/** The two caches that the demo compares. */
enum DemoCache {
  BUCKET_CACHE("BucketCache"),
  STRATA("Strata");

  private final String title;

  DemoCache(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
