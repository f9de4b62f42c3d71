package io.strata.perf.demo;

/** The caches side by side. */
enum Cache {
  BUCKET_CACHE("BucketCache"),
  STRATA("Strata");

  private final String title;

  Cache(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }
}
