package io.strata.readpath.l2;

import java.util.Arrays;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.util.ChecksumType;

/**
 * The file contexts of blocks that come out of the cache. HBase's own caches build one for each
 * hit, of nothing but the checksum's kind; there are only a few kinds, so here each is built once.
 * Thread-safe; look-ups take no lock.
 */
final class Contexts {
  /** More kinds than a server has; beyond it, contexts are built for each hit. */
  private static final int MAX_KEPT = 64;

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

  /** For a block whose header names a checksum. */
  HFileContext of(byte checksumCode, int bytesPerChecksum) {
    for (Kept each : kept) {
      if (each.checksumCode == checksumCode && each.bytesPerChecksum == bytesPerChecksum) {
        return each.context;
      }
    }
    return add(checksumCode, bytesPerChecksum);
  }

  private synchronized HFileContext add(byte checksumCode, int bytesPerChecksum) {
    HFileContext context =
        new HFileContextBuilder()
            .withHBaseCheckSum(true)
            .withChecksumType(ChecksumType.codeToType(checksumCode))
            .withBytesPerCheckSum(bytesPerChecksum)
            .build();
    if (kept.length < MAX_KEPT) {
      Kept[] more = Arrays.copyOf(kept, kept.length + 1);
      more[kept.length] = new Kept(checksumCode, bytesPerChecksum, context);
      kept = more;
    }
    return context;
  }
}
