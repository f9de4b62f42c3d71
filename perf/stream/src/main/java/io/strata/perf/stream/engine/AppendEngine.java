package io.strata.perf.stream.engine;

/**
 * A cache that also supports appends: a number can have a stream of bytes, stored as one or more
 * entries, to whose end bytes are appended. A number is used for a stream or for an entry, not for
 * both.
 */
public interface AppendEngine extends EntryEngine {
  /** Maximum length of a stream, in bytes; a longer one is deleted and restarted. */
  int MAX_STREAM_BYTES = 1 << 20;

  /**
   * Appends bytes to the stream of a number. First deletes the stream and starts a new one if it
   * would exceed {@link #MAX_STREAM_BYTES}.
   *
   * @return the offset of the bytes in the stream
   */
  int append(int number, byte[] data);

  /**
   * Copies the bytes of one append.
   *
   * @param from their offset, as {@link #append} returned it
   * @param into an array of their length
   */
  void readAppended(int number, int from, byte[] into);
}
