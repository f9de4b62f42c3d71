package io.strata.flash.probe;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashStore;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestOptions;
import io.strata.flash.testing.TestStore;
import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;

/**
 * Repeatedly opens, uses and closes a store, in a process whose direct memory suffices for one
 * store. Prints the direct memory in use after each close, and whether memory is freed explicitly.
 */
public final class ReopenProbe {
  public static final int ROUNDS = 12;

  private static final int REGION = 1 << 20;
  private static final int REGIONS = 16;
  private static final int BLOCK = 50_000;
  private static final int BLOCKS = 2 * REGIONS * REGION / BLOCK;

  private ReopenProbe() {}

  /** Returns the options of the stores. */
  public static FlashOptions options(Path folder) {
    return TestOptions.of(folder, 2, REGION, REGIONS, BLOCK)
        .withRestart(RecoveryOptions.warm(new UUID(1, 2)));
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[0]);
    for (int round = 0; round < ROUNDS; round++) {
      use(folder, round);
      System.out.println("has " + directBytes());
    }
  }

  private static void use(Path folder, int round) throws IOException {
    String file = "file " + round;
    List<FlashBlock> held = new ArrayList<>();
    TestStore test = new TestStore(options(folder));
    test.awaitRestored();
    FlashStore store = test.store();
    for (int i = 0; i < BLOCKS; i++) {
      test.put(file, i, BLOCK);
      if (i % 10 == 0) {
        held.add(Objects.requireNonNull(store.get(file, i)));
      }
      if (held.size() > 4) {
        TestBlock.verify(file, i - 40, held.remove(0));
      }
    }
    store.close();
    for (int i = 0; i < held.size(); i++) {
      int before = held.size() - 1 - i;
      TestBlock.verify(file, (BLOCKS - 1) / 10 * 10 - 10L * before, held.get(i));
    }
    if (!store.audit().isEmpty()) {
      throw new AssertionError(store.audit().toString());
    }
  }

  private static long directBytes() {
    return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
        .filter(pool -> pool.getName().equals("direct"))
        .mapToLong(BufferPoolMXBean::getMemoryUsed)
        .sum();
  }
}
