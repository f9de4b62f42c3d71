package io.strata.l2.index;

/**
 * The key of a block, for hash tables on the heap. Immutable.
 *
 * @param fileId the file's id, which is never reused
 * @param offset the block's offset in its file, in bytes
 */
public record BlockKey(long fileId, long offset) {
  @Override
  public int hashCode() {
    return Long.hashCode(fileId * 0x9E3779B97F4A7C15L + offset);
  }
}
