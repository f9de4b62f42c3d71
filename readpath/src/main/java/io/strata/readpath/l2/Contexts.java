package io.strata.readpath.l2;

import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.ChecksumType;

/**
 * The file contexts of blocks that come out of the cache, by a small number. HBase's own caches
 * build one for each hit, of nothing but the checksum's kind; there are only a few kinds, so here
 * each is built once. Thread-safe; look-ups take no lock.
 */
final class Contexts {
  private record Kept(byte checksumCode, int bytesPerChecksum, HFileContext context) {}

  private final HFileContext withoutChecksums =
      new HFileContextBuilder()
          .withHBaseCheckSum(false)
          .withChecksumType(ChecksumType.NULL)
          .withBytesPerCheckSum(0)
          .build();

  private volatile Kept[] kept = {};

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
    if (number >= 0 || now.length == Attributes.MAX_CONTEXTS) {
      return number;
    }
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
