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
 * The blocks of an earlier process: in memory that outlives it ({@link KeptMemory}), and on disks.
 * Other memory leaves its hot blocks on the disks ({@link Drain}), from where they come back to
 * memory ({@link Refill}). Thread-safe.
 */
public final class RestoredBlocks {
  private static final Logger LOG = LoggerFactory.getLogger(RestoredBlocks.class);

  private final BlockStore<CacheableSource> store;
  private final Disks disks;
  private final @Nullable Refill refill;
  private volatile BooleanSupplier aborted = () -> false;
  private boolean left;

  /** Begins to bring blocks back to memory, if a stop has left any. */
  RestoredBlocks(BlockStore<CacheableSource> store, BlockCodec codec, Disks disks) {
    this.store = store;
    this.disks = disks;
    this.refill = Refill.start(store, codec, disks.level());
  }

  /**
   * Opens memory that outlives the process, and logs what it holds.
   *
   * @param files as {@code strata.offheap.path} names them
   * @param capacity of the cache, by which new files are laid out
   * @throws IOException when a file cannot be used, with a message for the operator
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
   * @param millis the longest wait
   * @return whether they are
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
   * Has a stop leave nothing more on disks from the moment on at which this is so: the server was
   * aborted, and its regions wait to be opened elsewhere until it has ended.
   */
  public void leaveNothingIf(BooleanSupplier isAborted) {
    aborted = isAborted;
  }

  /** To be called before the blocks of a file are evicted from memory. */
  void evicting(String file) {
    if (refill != null) {
      refill.evicting(file);
    }
  }

  /** Leaves the hot blocks of memory on the disks; once, when memory takes no blocks any more. */
  synchronized void leave() {
    if (left) {
      return;
    }
    left = true;
    if (refill != null) {
      refill.stop();
    }
    boolean keepList = refill != null && refill.needsList();
    Drain.run(store, disks.level(), keepList, aborted, System::nanoTime);
  }

  /** Returns how many blocks of an earlier process memory serves again. */
  public long attachedBlocks() {
    return store.attachedBlocks();
  }

  /** Returns how far memory is with that; empty where it does not outlive the process. */
  public Optional<AttachStatistics> attachStatistics() {
    return store.attachStatistics();
  }

  /**
   * Returns the names of the files that have such blocks: in memory, those that got no new block
   * since; on disks, those that were not read since.
   */
  public Set<String> files() {
    Set<String> files = new HashSet<>(store.restoredFiles());
    FlashTier flash = disks.level().tier();
    if (flash != null) {
      files.addAll(flash.store().restoredFiles());
    }
    return files;
  }

  /** Evicts the blocks of those {@link #files} that are gone; returns how many files these are. */
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
