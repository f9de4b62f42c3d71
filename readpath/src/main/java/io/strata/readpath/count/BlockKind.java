package io.strata.readpath.count;

import java.util.Locale;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/** The kinds of blocks that metrics distinguish. */
public enum BlockKind {
  DATA,
  INDEX,
  BLOOM,
  /** The file's metadata and trailer. */
  META;

  /** Returns the kind of a block type; {@link #DATA} if it is unknown, as nearly all blocks are. */
  public static BlockKind of(@Nullable BlockType type) {
    if (type == null) {
      return DATA;
    }
    return switch (type.getCategory()) {
      case INDEX -> INDEX;
      case BLOOM -> BLOOM;
      case META -> META;
      case DATA, ALL_CATEGORIES, UNKNOWN -> DATA;
    };
  }

  /** Returns the index among all kinds, which is valid in this process only. */
  @SuppressWarnings("EnumOrdinal")
  public int number() {
    return ordinal();
  }

  /** Returns the name in metrics. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
