package io.strata.perf.compare;

import io.strata.it.cluster.RegionServerSetup;

/** The block caches that are compared. */
enum Cache {
  BUCKET_CACHE("BucketCache") {
    @Override
    RegionServerSetup server(int cacheMegabytes) {
      return RegionServerSetup.bucketCache(cacheMegabytes);
    }
  },
  STRATA("Strata") {
    @Override
    RegionServerSetup server(int cacheMegabytes) {
      return RegionServerSetup.strata(cacheMegabytes);
    }
  },
  /** In Strata's place, to see which differences come from the machine alone. */
  CONTROL("BucketCache again") {
    @Override
    RegionServerSetup server(int cacheMegabytes) {
      return RegionServerSetup.bucketCache(cacheMegabytes);
    }
  };

  /** The share of the heap that the first tier may take; it holds index and bloom blocks alone. */
  static final String L1_SHARE = "0.2";

  final String title;

  Cache(String title) {
    this.title = title;
  }

  /** A RegionServer with this cache, its second tier {@code cacheMegabytes} large. */
  abstract RegionServerSetup server(int cacheMegabytes);
}
