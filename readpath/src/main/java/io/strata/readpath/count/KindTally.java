package io.strata.readpath.count;

import java.util.EnumMap;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/** Counts blocks by kind. Thread-safe; counting takes no lock and allocates nothing. */
public final class KindTally {
  private final EnumMap<BlockKind, LongAdder> counts = new EnumMap<>(BlockKind.class);

  public KindTally() {
    for (BlockKind kind : BlockKind.values()) {
      counts.put(kind, new LongAdder());
    }
  }

  /** Counts a block of this type; null if it is unknown. */
  public void count(@Nullable BlockType type) {
    counter(BlockKind.of(type)).increment();
  }

  /** Returns the number of blocks of a kind. */
  public long of(BlockKind kind) {
    return counter(kind).sum();
  }

  private LongAdder counter(BlockKind kind) {
    return Objects.requireNonNull(counts.get(kind));
  }
}
