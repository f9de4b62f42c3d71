package io.strata.readpath;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.config.Secrets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the stale list of blocks that HBase's BucketCache has persisted at {@code
 * hbase.bucketcache.persistent.path}. Strata may use the same files for blocks, and HBase checks
 * only the first eight bytes of a block that the list names: after a downgrade to BucketCache, it
 * would serve blocks that Strata has partly overwritten.
 */
final class StaleBucketCacheList {
  private static final Logger LOG = LoggerFactory.getLogger(StaleBucketCacheList.class);

  /** The magic bytes of the list, in its older format and in its newer. */
  private static final Set<String> MAGICS = Set.of("PBUF", "V2UF");

  private static final int MAGIC_BYTES = 4;

  private StaleBucketCacheList() {}

  /**
   * Deletes the list, if there is one. Must be called before the first block is written.
   *
   * @throws IllegalStateException if it cannot be deleted; the message has the fix
   */
  static void delete(CacheSettings settings) {
    settings.bucketCacheList().ifPresent(StaleBucketCacheList::delete);
  }

  private static void delete(Path list) {
    try {
      if (Files.isRegularFile(list) && MAGICS.contains(magic(list))) {
        Files.delete(list);
        LOG.info(
            "Deleted {}, the stale list of HBase's BucketCache", Secrets.masked(list.toString()));
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          ("hbase.bucketcache.persistent.path=%s: lists blocks that Strata overwrites, and cannot"
                  + " be deleted (%s). Delete the file.")
              .formatted(Secrets.masked(list.toString()), Secrets.masked(e.toString())));
    }
  }

  private static String magic(Path list) throws IOException {
    try (InputStream in = Files.newInputStream(list)) {
      return new String(in.readNBytes(MAGIC_BYTES), StandardCharsets.US_ASCII);
    }
  }
}
