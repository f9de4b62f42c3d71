package io.strata.perf.bench;

import io.strata.l2.index.FileBlocks;
import io.strata.l2.index.FileTable;
import io.strata.l2.index.HashIndex;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.policy.Candidates;
import io.strata.l2.policy.Policies;
import io.strata.l2.policy.Policy;
import io.strata.l2.pool.BucketPool;
import io.strata.l2.pool.SizeClass;
import io.strata.l2.slot.SlotTable;
import io.strata.perf.common.Pattern;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures the cost of a policy per hit of the off-heap engine: nanoseconds to look up a block by
 * its file name, with Zipfian popularity, to pin and to unpin it, with each policy and with one
 * that leaves the policy bits unchanged. The policy's logical clock advances as if one block were
 * inserted for every {@value #HITS_PER_INSERT} hits.
 *
 * <p>Command: {@code ./strata bench jmh PolicyBenchmark -t 2 -prof gc}; {@code gc.alloc.rate.norm}
 * is 0 bytes.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 3, jvmArgs = "-XX:MaxDirectMemorySize=1g")
@State(Scope.Benchmark)
public class PolicyBenchmark {
  private static final int BUCKETS = 64;
  private static final int SLOT_BYTES = 32 << 10;
  private static final int HITS_PER_INSERT = 64;
  private static final String NONE = "none";
  private static final String FILE = "file";

  /** The name of the policy. */
  @Param({NONE, "reuse-distance", "w-tiny-lfu", "s3-fifo", "lru"})
  public String policy = NONE;

  private final AtomicLong seeds = new AtomicLong(1);
  private Policy made = new NoPolicy(1, 1);
  private SlotTable slots = new SlotTable(BucketMemory.direct().allocate(0), made);
  private HashIndex index = new HashIndex(slots, HashIndex.heads(1));
  private FileTable files = new FileTable(slots);
  private int blocks;

  /** Fills the slots. */
  @Setup(Level.Trial)
  public void fill() {
    long bytes = (long) BUCKETS * BucketLayout.BUCKET_BYTES;
    int maxBlocks = (int) (bytes / SLOT_BYTES);
    made =
        Policies.named(policy)
            .map(each -> each.make(bytes, Integer.highestOneBit(4 * maxBlocks)))
            .orElseGet(() -> new NoPolicy(bytes, Integer.highestOneBit(4 * maxBlocks)));
    slots = new SlotTable(BucketMemory.direct().allocate(BUCKETS), made);
    index = new HashIndex(slots, HashIndex.heads(Integer.highestOneBit(2 * maxBlocks)));
    files = new FileTable(slots);
    FileBlocks file = files.enter(FILE);
    BucketPool pool = new BucketPool(slots, SizeClasses.of(SLOT_BYTES), Runnable::run);
    SizeClass sizeClass = pool.classFor(SLOT_BYTES);
    while (pool.formatEmptyBucket(sizeClass)) {
      for (int handle = pool.takeFree(sizeClass); handle >= 0; handle = pool.takeFree(sizeClass)) {
        slots.describe(handle, file.id(), blocks++, SLOT_BYTES, 0, 0);
        files.link(file, handle);
        index.link(handle);
        int bits = made.onInsert(slots.key(handle), SLOT_BYTES, false);
        slots.setMeta(handle, Meta.visible(slots.meta(handle), bits));
      }
    }
  }

  /** The read order of one thread. */
  @State(Scope.Thread)
  public static class PolicyReadOrder {
    private static final int LENGTH = 1 << 18;
    private int[] order = {};
    private int at;

    @Setup(Level.Trial)
    public void make(PolicyBenchmark benchmark) {
      order = Pattern.ZIPF.order(benchmark.blocks, LENGTH, benchmark.seeds.getAndIncrement());
    }

    int next() {
      return order[at++ & (LENGTH - 1)];
    }

    boolean isInsertDue() {
      return at % HITS_PER_INSERT == 0;
    }
  }

  /** Measures a hit. */
  @Benchmark
  public int hit(PolicyReadOrder order) {
    FileBlocks file = Objects.requireNonNull(files.find(FILE));
    int handle = index.findAndPin(file.id(), order.next(), true);
    slots.unpin(handle);
    if (order.isInsertDue()) {
      made.onInsert(handle, SLOT_BYTES, false);
    }
    return handle;
  }

  /**
   * A policy that ignores reads. Inserts cost as much as with the default policy, so that the two
   * differ only in hits.
   */
  private static final class NoPolicy implements Policy {
    private final Policy inserts;

    NoPolicy(long bytes, int ghostEntries) {
      inserts = Policies.DEFAULT.make(bytes, ghostEntries);
    }

    @Override
    public int onAccess(int bits) {
      return bits;
    }

    @Override
    public int onInsert(long key, int bytes, boolean inMemory) {
      return inserts.onInsert(key, bytes, inMemory);
    }

    @Override
    public long rank(int bits) {
      return 0;
    }

    @Override
    public int victim(Candidates candidates) {
      return 0;
    }

    @Override
    public boolean wasReadAgain(int bits) {
      return false;
    }

    @Override
    public void onEvict(long key, int bits, int bytes, boolean forCapacity) {}

    @Override
    public Map<String, Double> state() {
      return Map.of();
    }
  }
}
