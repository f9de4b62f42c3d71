package io.strata.l2.stream;

/** The cache had too few free blocks for an entry, even after its time-out. */
public final class CacheFullException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CacheFullException(int blocks, StreamOptions options) {
    super(
        ("Stream cache of %d bytes has no %d free blocks, and had none for %d ms. Delete entries, for"
                + " example in CacheFullCallback, or enlarge the cache.")
            .formatted(options.bytes(), blocks, options.waitMillis()));
  }
}
