package io.strata.readpath.usage;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.strata.readpath.testing.Blocks;
import io.strata.readpath.testing.FlashCache;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The memory usage of tables and families, and the cost of its sum. */
class UsageTest {
  private static final int FILES = 4_000;
  private static final int BLOCK_BYTES = 1_000;

  /** Two references, in the lists of names. */
  private static final long MAX_BYTES_A_FILE = 32;

  @TempDir private Path folder = Path.of("");

  private Configuration memoryOnly() {
    Configuration conf = FlashCache.conf(folder);
    conf.unset("strata.flash.path");
    conf.unset("strata.flash.size");
    return conf;
  }

  private static void cacheOneBlockOf(FlashCache test, String file) {
    test.cache()
        .cacheBlock(
            FlashCache.key(file, 0),
            Blocks.block(file, BlockType.DATA, 0, BLOCK_BYTES, -1, ByteBuffAllocator.HEAP));
  }

  @Test
  void sumAllocatesAtMostTwoReferencesPerFile() {
    Owner owner = new Owner("table", "family");
    try (FlashCache test = new FlashCache(memoryOnly())) {
      Map<String, Owner> owners = new HashMap<>();
      for (int i = 0; i < FILES; i++) {
        String file = "%032x".formatted(i);
        owners.put(file, owner);
        cacheOneBlockOf(test, file);
      }
      test.awaitQuiet();
      Usage.of(test.cache().offHeap(), owners); // Loads the classes.

      ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
      long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      Map<Owner, Usage> usages = Usage.of(test.cache().offHeap(), owners);
      long allocated = threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

      assertThat(usages).containsOnlyKeys(owner);
      assertThat(usages.get(owner).blocks()).isEqualTo(FILES);
      assertThat(allocated / FILES).as("bytes for each file").isLessThanOrEqualTo(MAX_BYTES_A_FILE);
    }
  }
}
