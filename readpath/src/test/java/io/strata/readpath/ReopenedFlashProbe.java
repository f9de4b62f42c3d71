package io.strata.readpath;

import io.strata.readpath.testing.FlashCache;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;

/**
 * Replaces the flash tier repeatedly while the cache is used, in a process whose direct memory
 * suffices for one tier.
 */
public final class ReopenedFlashProbe {
  static final int ROUNDS = 6;
  private static final int BLOCKS = 700;

  private ReopenedFlashProbe() {}

  static Configuration conf(Path folder, String name) {
    Configuration conf = FlashCache.conf(folder);
    conf.set("strata.flash.path", folder.resolve(name).toString());
    conf.set("strata.flash.region.size", "16m");
    // No direct memory for HBase.
    conf.set("hbase.server.allocator.pool.enabled", "false");
    return conf;
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    try (FlashCache test = new FlashCache(conf(folder, "a"))) {
      FlashBean.register(test.cache());
      test.cache().onFlashReplaced(() -> FlashBean.register(test.cache()));
      for (int round = 0; round < ROUNDS; round++) {
        String file = "file" + round;
        for (int i = 0; i < BLOCKS; i++) {
          test.put(file, i);
        }
        for (int i = 0; i < BLOCKS; i++) {
          test.read(file, i);
        }
        String next = round % 2 == 0 ? "b" : "a";
        test.reconfigure(conf(folder, next));
        test.awaitRestored();
        System.out.println("has " + next);
      }
    }
  }
}
