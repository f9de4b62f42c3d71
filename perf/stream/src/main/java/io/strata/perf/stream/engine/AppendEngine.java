package io.strata.perf.stream.engine;

/**
 * A cache whose entries grow too: each number has a stream of bytes, at whose end more are added,
 * as one entry or as several. A number is used for a stream or for an entry, not for both.
 */
public interface AppendEngine extends EntryEngine {
  /** The longest that a stream becomes before it is begun anew, in bytes. */
  int LONGEST = 1 << 20;

  /**
   * Adds bytes at the end of a number's stream; deletes it and begins another one first when it
   * would be longer than {@link #LONGEST}.
   *
   * @return where in the stream they begin
   */
  int append(int number, byte[] data);

  /**
   * Copies the bytes of one append.
   *
   * @param from where they begin, as {@link #append} said
   * @param into as long as they are
   */
  void readAppended(int number, int from, byte[] into);
}
