package io.strata.l2.testing;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.StoreOptions;
import io.strata.l2.layout.CapacityPlan;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;

/**
 * Fails each test of the module that leaks direct memory or a store's thread. Registered for all
 * tests ({@code META-INF/services}).
 */
public final class DirectMemoryWatch implements BeforeEachCallback, AfterEachCallback {
  private static final Namespace NAMESPACE = Namespace.create(DirectMemoryWatch.class);
  private static final int COLLECTIONS = 100;
  private static final BufferPoolMXBean DIRECT =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
          .filter(pool -> pool.getName().equals("direct"))
          .findAny()
          .orElseThrow();

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    createOneTimeBuffers();
    context.getStore(NAMESPACE).put("before", settled(0));
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    PooledMemory.drop();
    // Threads first: a running thread keeps its store, and thus its memory, reachable.
    assertThat(threadsOfStores()).as("threads of closed stores").isZero();
    long before = context.getStore(NAMESPACE).get("before", long.class);
    assertThat(settled(before)).as("bytes of direct memory").isLessThanOrEqualTo(before);
  }

  /** Removing a bucket creates a substitute for it, once per process. */
  private static void createOneTimeBuffers() throws Exception {
    long large = CapacityPlan.MIN_BYTES + CapacityPlan.MIN_BYTES / 2;
    try (BlockStore<ProvingBlock> store = new BlockStore<>(StoreOptions.ofBytes(large))) {
      store.controls().resize(large - CapacityPlan.MIN_BYTES / 4);
      store.awaitQuiet();
    }
  }

  /** Returns the direct memory in use once it is at most the goal, or does not fall any more. */
  private static long settled(long goal) throws InterruptedException {
    int unchanged = 0;
    long used = DIRECT.getMemoryUsed();
    while (used > goal && unchanged < (goal == 0 ? 3 : COLLECTIONS)) {
      System.gc();
      Thread.sleep(5);
      long now = DIRECT.getMemoryUsed();
      unchanged = now < used ? 0 : unchanged + 1;
      used = now;
    }
    return used;
  }

  /** Threads end some time after their store is closed. */
  private static long threadsOfStores() throws InterruptedException {
    long alive = countThreads();
    for (int i = 0; alive > 0 && i < COLLECTIONS; i++) {
      Thread.sleep(10);
      alive = countThreads();
    }
    return alive;
  }

  private static long countThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("strata-l2-"))
        .count();
  }
}
