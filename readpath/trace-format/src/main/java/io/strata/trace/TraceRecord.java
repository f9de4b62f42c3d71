package io.strata.trace;

/**
 * A record of an access.
 *
 * @param kind of the access
 * @param millis the time in milliseconds since 1970; records of several threads are in order of
 *     time only to within a few milliseconds
 * @param file the file's name or its pseudonym; empty for {@link RecordKind#DROPPED}
 * @param offset of the block or the range in the file
 * @param length of a block: its bytes in memory, 0 if it was not found; of a range: the distance
 *     from its first to its last byte; of {@link RecordKind#DROPPED}: the number of records
 * @param type the class of the block, taken from the block itself where there is one
 * @param outcome of a lookup; {@link Outcome#MISS} for other kinds
 * @param hints of the caller, as in {@link Attributes}
 */
public record TraceRecord(
    RecordKind kind,
    long millis,
    String file,
    long offset,
    long length,
    BlockClass type,
    Outcome outcome,
    int hints) {

  /** Returns whether a hint of {@link Attributes} is set. */
  public boolean has(int hint) {
    return (hints & hint) != 0;
  }

  /** Returns whether this is a lookup that found its block. */
  public boolean isHit() {
    return kind == RecordKind.LOOKUP && outcome != Outcome.MISS;
  }
}
