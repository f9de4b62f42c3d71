package io.strata.readpath.l2;

import io.strata.l2.memory.KeptMemory;
import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.jspecify.annotations.Nullable;

/**
 * Numbers the file contexts of cached blocks. HBase's own caches build a context for each hit, from
 * the kind of checksum alone. There are only a few kinds, so each context is built once here.
 * Thread-safe; look-ups take no lock.
 *
 * <p>Blocks in memory that outlives the process refer to contexts by number. So a context is stored
 * there before a block refers to it, and the next process loads it.
 */
final class Contexts {
  private record Kept(byte checksumCode, int bytesPerChecksum, HFileContext context) {}

  private final HFileContext withoutChecksums =
      new HFileContextBuilder()
          .withHBaseCheckSum(false)
          .withChecksumType(ChecksumType.NULL)
          .withBytesPerCheckSum(0)
          .build();

  /** Set in each stored word, so that none is 0. */
  private static final long WORD = 1L << 40;

  private final @Nullable KeptMemory memory;
  private volatile Kept[] kept = {};

  /**
   * @param memory memory that outlives the process; null for other memory
   */
  Contexts(@Nullable KeptMemory memory) {
    this.memory = memory;
    for (int number = 0; memory != null && number < BlockAttributes.MAX_CONTEXTS; number++) {
      long word = memory.userWord(number);
      if (word == 0) {
        break;
      }
      keep((byte) (word >>> Integer.SIZE), (int) word);
    }
  }

  /** Returns the context of a block without HBase checksums. */
  HFileContext withoutChecksums() {
    return withoutChecksums;
  }

  /** Returns the context of a number that {@link #numberOf} returned. */
  HFileContext get(int number) {
    return kept[number].context;
  }

  /**
   * Returns the context of a block with HBase checksums.
   *
   * @throws RuntimeException if HBase has no checksum of this code
   */
  HFileContext of(byte checksumCode, int bytesPerChecksum) {
    int number = numberOf(checksumCode, bytesPerChecksum);
    return number >= 0 ? get(number) : build(checksumCode, bytesPerChecksum);
  }

  /** Returns the number of a kind of checksum; -1 if there are too many, or HBase has none such. */
  int numberOf(byte checksumCode, int bytesPerChecksum) {
    int number = find(kept, checksumCode, bytesPerChecksum);
    return number >= 0 || !isKnown(checksumCode) ? number : add(checksumCode, bytesPerChecksum);
  }

  private synchronized int add(byte checksumCode, int bytesPerChecksum) {
    Kept[] now = kept;
    int number = find(now, checksumCode, bytesPerChecksum);
    if (number >= 0 || now.length == BlockAttributes.MAX_CONTEXTS) {
      return number;
    }
    if (memory != null) {
      long code = Byte.toUnsignedLong(checksumCode) << Integer.SIZE;
      memory.setUserWord(now.length, WORD | code | Integer.toUnsignedLong(bytesPerChecksum));
    }
    return keep(checksumCode, bytesPerChecksum);
  }

  private int keep(byte checksumCode, int bytesPerChecksum) {
    Kept[] now = kept;
    Kept[] more = Arrays.copyOf(now, now.length + 1);
    more[now.length] =
        new Kept(checksumCode, bytesPerChecksum, build(checksumCode, bytesPerChecksum));
    kept = more;
    return now.length;
  }

  private static int find(Kept[] among, byte checksumCode, int bytesPerChecksum) {
    for (int i = 0; i < among.length; i++) {
      if (among[i].checksumCode == checksumCode && among[i].bytesPerChecksum == bytesPerChecksum) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isKnown(byte checksumCode) {
    return Arrays.stream(ChecksumType.values()).anyMatch(type -> type.getCode() == checksumCode);
  }

  private static HFileContext build(byte checksumCode, int bytesPerChecksum) {
    return new HFileContextBuilder()
        .withHBaseCheckSum(true)
        .withChecksumType(ChecksumType.codeToType(checksumCode))
        .withBytesPerCheckSum(bytesPerChecksum)
        .build();
  }
}
