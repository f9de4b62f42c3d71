package io.strata.readpath.l2;

import io.strata.l2.AttachStatistics;
import io.strata.l2.BlockStore;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import io.strata.readpath.l3.FlashTier;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The blocks of the previous process: in memory that outlives it ({@link KeptMemory}), and on
 * flash. Other memory is drained to flash at shutdown ({@link Drain}) and refilled from there at
 * startup ({@link Refill}). Thread-safe.
 */
public final class RestoredBlocks {
  private static final Logger LOG = LoggerFactory.getLogger(RestoredBlocks.class);

  private final BlockStore<CacheableSource> store;
  private final Disks disks;
  private final @Nullable Refill refill;
  private volatile BooleanSupplier aborted = () -> false;
  private boolean drained;

  /** Starts the refill of memory, if the last shutdown has written a list. */
  RestoredBlocks(BlockStore<CacheableSource> store, BlockCodec codec, Disks disks) {
    this.store = store;
    this.disks = disks;
    this.refill = Refill.start(store, codec, disks.level());
  }

  /**
   * Opens memory that outlives the process, and logs what it contains.
   *
   * @param files value of {@code strata.offheap.path}
   * @param capacity plan of the cache, by which new files are formatted
   * @throws IOException if a file cannot be used, with a message for the operator
   */
  public static KeptMemory open(List<Path> files, CapacityPlan capacity) throws IOException {
    KeptMemory memory = KeptMemory.open(files, capacity, BlockAttributes.MEANING);
    Optional<String> whyEmpty = memory.whyEmpty();
    if (whyEmpty.isPresent()) {
      LOG.info("The off-heap tier starts empty: {}", whyEmpty.get());
    } else {
      LOG.info(
          "The off-heap tier attaches to {} buckets of a process that {}",
          memory.kept(),
          memory.wasSealed() ? "shut down cleanly" : "was killed");
    }
    return memory;
  }

  /**
   * Waits until all of them are indexed.
   *
   * @param millis maximum wait
   * @return whether they are indexed
   */
  boolean await(long millis) throws InterruptedException {
    long begin = System.nanoTime();
    if (!store.awaitAttached(millis)) {
      return false;
    }
    FlashTier flash = disks.level().tier();
    long left = millis - TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begin);
    return flash == null || flash.store().awaitRestored(Math.max(0, left));
  }

  /**
   * Sets the condition that ends or skips the drain at shutdown: the server is aborted, and its
   * regions open on other servers only after the process has ended.
   */
  public void skipDrainIf(BooleanSupplier isAborted) {
    aborted = isAborted;
  }

  /** Called before the blocks of a file are evicted from memory. */
  void evicting(String file) {
    if (refill != null) {
      refill.evicting(file);
    }
  }

  /** Drains memory to flash, once. Memory must reject new blocks already. */
  synchronized void drain() {
    if (drained) {
      return;
    }
    drained = true;
    if (refill != null) {
      refill.stop();
    }
    boolean keepList = refill != null && refill.needsList();
    Drain.run(store, disks.level(), keepList, aborted, System::nanoTime);
  }

  /** Returns the number of blocks of the previous process that memory serves again. */
  public long attachedBlocks() {
    return store.attachedBlocks();
  }

  /** Returns the progress of attaching; empty if memory does not outlive the process. */
  public Optional<AttachStatistics> attachStatistics() {
    return store.attachStatistics();
  }

  /**
   * Returns the names of the files with recovered blocks: in memory, those without a new block
   * since the restart; on flash, those without a read since.
   */
  public Set<String> files() {
    Set<String> files = new HashSet<>(store.restoredFiles());
    FlashTier flash = disks.level().tier();
    if (flash != null) {
      files.addAll(flash.store().restoredFiles());
    }
    return files;
  }

  /**
   * Evicts the blocks of those {@link #files} that no longer exist; returns the number of files.
   */
  public int evict(Predicate<String> isGone) {
    int count = 0;
    for (String file : store.restoredFiles()) {
      count += isGone.test(file) && store.evictFile(file) > 0 ? 1 : 0;
    }
    FlashTier flash = disks.level().tier();
    if (flash == null) {
      return count;
    }
    Predicate<String> isGoneFromMemoryToo =
        file -> {
          boolean gone = isGone.test(file);
          if (gone) {
            evicting(file);
            store.evictFile(file);
          }
          return gone;
        };
    return count + flash.store().dropRestored(isGoneFromMemoryToo);
  }
}
