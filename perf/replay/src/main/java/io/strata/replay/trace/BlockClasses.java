package io.strata.replay.trace;

import io.strata.trace.BlockClass;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What each block of a recording holds. HBase does not tell when it asks for the block that follows
 * another, as scans do; but a block that is found says it, and one that is offered, as each is that
 * was missed and is to be cached. So all records are gone through before this is asked. Not
 * thread-safe.
 */
public final class BlockClasses implements Consumer<TraceRecord> {
  private record Block(String file, long offset) {}

  private final Map<Block, BlockClass> told = new HashMap<>();

  @Override
  public void accept(TraceRecord record) {
    boolean hasBlock = record.kind() == RecordKind.OFFER || record.isHit();
    if (hasBlock && record.type() != BlockClass.UNKNOWN) {
      told.put(blockOf(record), record.type());
    }
  }

  /** What the block of a record holds: as the record says, or else any other of the same block. */
  public BlockClass of(TraceRecord record) {
    return record.type() == BlockClass.UNKNOWN
        ? told.getOrDefault(blockOf(record), BlockClass.UNKNOWN)
        : record.type();
  }

  private static Block blockOf(TraceRecord record) {
    return new Block(Recording.wholeOf(record.file()), record.offset());
  }
}
