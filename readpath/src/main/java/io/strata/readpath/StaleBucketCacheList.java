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
 * What HBase's own cache has left of itself: the list, at {@code
 * hbase.bucketcache.persistent.path}, of the blocks in the files that it was given. These may be
 * the files that Strata is given now, and HBase looks only at the first eight bytes of a block
 * before it believes the list: after a roll back it would serve blocks whose end is Strata's.
 */
final class StaleBucketCacheList {
  private static final Logger LOG = LoggerFactory.getLogger(StaleBucketCacheList.class);

  /** How the list begins, in its older form and in its newer. */
  private static final Set<String> BEGINNINGS = Set.of("PBUF", "V2UF");

  private static final int BEGINNING_BYTES = 4;

  private StaleBucketCacheList() {}

  /**
   * Deletes the list, if there is one. To be called before the first block is written.
   *
   * @throws IllegalStateException when it cannot be deleted; the message says what to do
   */
  static void forget(CacheSettings settings) {
    settings.bucketCacheList().ifPresent(StaleBucketCacheList::forget);
  }

  private static void forget(Path list) {
    try {
      if (Files.isRegularFile(list) && BEGINNINGS.contains(beginning(list))) {
        Files.delete(list);
        LOG.info(
            "{}, HBase's list of what its own cache held, is deleted",
            Secrets.masked(list.toString()));
      }
    } catch (IOException e) {
      throw new IllegalStateException(
          "The file of hbase.bucketcache.persistent.path, "
              + Secrets.masked(list.toString())
              + ", tells HBase's own cache of contents that Strata writes over, and cannot be"
              + " deleted ("
              + Secrets.masked(e.toString())
              + "): delete it.");
    }
  }

  private static String beginning(Path list) throws IOException {
    try (InputStream in = Files.newInputStream(list)) {
      return new String(in.readNBytes(BEGINNING_BYTES), StandardCharsets.US_ASCII);
    }
  }
}
