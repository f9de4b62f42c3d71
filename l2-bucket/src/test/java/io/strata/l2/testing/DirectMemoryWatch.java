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
 * Fails each test of the module that leaves a byte of direct memory, or a thread of a store,
 * behind. Registered for all of them ({@code META-INF/services}).
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
    makeWhatIsMadeOnce();
    context.getStore(NAMESPACE).put("before", settled(0));
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    PooledMemory.drop();
    // Threads first: one that has not ended yet holds its store, and so its memory.
    assertThat(threadsOfStores()).as("threads of stores that were closed").isZero();
    long before = context.getStore(NAMESPACE).get("before", long.class);
    assertThat(settled(before)).as("bytes of direct memory").isLessThanOrEqualTo(before);
  }

  /** A store that loses a bucket makes what stands for it, once in a process. */
  private static void makeWhatIsMadeOnce() throws Exception {
    long large = CapacityPlan.MIN_BYTES + CapacityPlan.MIN_BYTES / 2;
    try (BlockStore<ProvingBlock> store = new BlockStore<>(StoreOptions.ofBytes(large))) {
      store.controls().resize(large - CapacityPlan.MIN_BYTES / 4);
      store.awaitQuiet();
    }
  }

  /** Bytes of direct memory in use, once they are no more than so many, or never fall so low. */
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

  /** Threads end on their own time once their store is closed. */
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
