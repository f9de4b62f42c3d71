package io.strata.readpath.count;

import java.util.Locale;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.jspecify.annotations.Nullable;

/** What a block holds, as figures tell blocks apart. */
public enum BlockKind {
  DATA,
  INDEX,
  BLOOM,
  /** Of the file itself: its metadata, its trailer. */
  META;

  /** Of a block of this type; of one whose type is not known, what nearly all blocks are. */
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

  /** Its name in figures. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
