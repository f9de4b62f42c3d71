package io.strata.l2.stream;

/** There was no room for an entry, nor was there after the time that a cache waits. */
public final class CacheFullException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CacheFullException(int blocks, StreamOptions options) {
    super(
        "A cache of %d bytes has no room for %d blocks, and had none for %d ms: delete entries, in the handler of a full cache at best, or make the cache larger."
            .formatted(options.bytes(), blocks, options.waitMillis()));
  }
}
