package io.strata.trace;

/**
 * One record.
 *
 * @param kind what it tells
 * @param millis when, in milliseconds since 1970; records of several threads follow each other in
 *     the order of their times only to a few milliseconds
 * @param file the file's name or what stands for it; empty in {@link RecordKind#DROPPED}
 * @param offset where in the file the block or the range begins
 * @param length bytes of the block in memory, 0 when it was not found; of a range, how far its last
 *     byte is from its first; of {@link RecordKind#DROPPED}, how many
 * @param type what the block holds, as the block itself says when there is one
 * @param outcome where a look-up found its block; {@link Outcome#MISS} in other kinds
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

  /** Whether a hint of {@link Attributes} was given. */
  public boolean has(int hint) {
    return (hints & hint) != 0;
  }

  /** Whether this is a look-up that found its block. */
  public boolean isHit() {
    return kind == RecordKind.LOOKUP && outcome != Outcome.MISS;
  }
}
