package io.strata.readpath.count;

import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/** Counts blocks by kind. Thread-safe; to count takes no lock and makes no object. */
public final class KindTally {
  private final EnumMap<BlockKind, LongAdder> counts = new EnumMap<>(BlockKind.class);

  public KindTally() {
    for (BlockKind kind : BlockKind.values()) {
      counts.put(kind, new LongAdder());
    }
  }

  /** Counts a block of this type, which may not be known. */
  public void count(@Nullable BlockType type) {
    counter(BlockKind.of(type)).increment();
  }

  /** How many of a kind were counted. */
  public long of(BlockKind kind) {
    return counter(kind).sum();
  }

  private LongAdder counter(BlockKind kind) {
    return Objects.requireNonNull(counts.get(kind));
  }
}
