package io.strata.readpath.l2;

import io.strata.l2.memory.KeptMemory;
import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.ChecksumType;
import org.jspecify.annotations.Nullable;

/**
 * The file contexts of blocks that come out of the cache, by a small number. HBase's own caches
 * build one for each hit, of nothing but the checksum's kind; there are only a few kinds, so here
 * each is built once. Thread-safe; look-ups take no lock.
 *
 * <p>Blocks in memory that outlives the process refer to them by their numbers: so these are
 * written down there, before any block has them, and a later process goes on from them.
 */
final class Contexts {
  private record Kept(byte checksumCode, int bytesPerChecksum, HFileContext context) {}

  private final HFileContext withoutChecksums =
      new HFileContextBuilder()
          .withHBaseCheckSum(false)
          .withChecksumType(ChecksumType.NULL)
          .withBytesPerCheckSum(0)
          .build();

  /** Set in the words that stand for one, so that none of them is 0. */
  private static final long WORD = 1L << 40;

  private final @Nullable KeptMemory memory;
  private volatile Kept[] kept = {};

  /**
   * @param memory that outlives the process; null for any other
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

  /** For a block without HBase checksums. */
  HFileContext withoutChecksums() {
    return withoutChecksums;
  }

  /** For a block whose header names a checksum, by its number. */
  HFileContext get(int number) {
    return kept[number].context;
  }

  /**
   * For a block whose header names a checksum.
   *
   * @throws RuntimeException when HBase knows no such checksum
   */
  HFileContext of(byte checksumCode, int bytesPerChecksum) {
    int number = numberOf(checksumCode, bytesPerChecksum);
    return number >= 0 ? get(number) : build(checksumCode, bytesPerChecksum);
  }

  /** The number of a kind of checksum; -1 when there are too many, or HBase knows none such. */
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
