package io.strata.replay.trace;

import io.strata.trace.BlockClass;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceRecord;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The classes of the blocks of a recording. HBase does not tell the class when it looks up the next
 * block in a scan; but a hit tells it, and so does the insert after a miss. So all records are read
 * before a class is queried. Not thread-safe.
 */
public final class BlockClasses implements Consumer<TraceRecord> {
  private record BlockId(String file, long offset) {}

  private final Map<BlockId, BlockClass> known = new HashMap<>();

  @Override
  public void accept(TraceRecord record) {
    boolean hasBlock = record.kind() == RecordKind.INSERT || record.isHit();
    if (hasBlock && record.type() != BlockClass.UNKNOWN) {
      known.put(blockOf(record), record.type());
    }
  }

  /**
   * Returns the class of a record's block, from this record or from any other of the same block.
   */
  public BlockClass of(TraceRecord record) {
    return record.type() == BlockClass.UNKNOWN
        ? known.getOrDefault(blockOf(record), BlockClass.UNKNOWN)
        : record.type();
  }

  private static BlockId blockOf(TraceRecord record) {
    return new BlockId(Recording.wholeOf(record.file()), record.offset());
  }
}
