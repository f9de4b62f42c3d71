package io.strata.l2.model;

import io.strata.l2.StoreOptions;
import io.strata.l2.compress.Compression;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.policy.Policies;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.ProvingBlock;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A random store and a random sequence of operations on it, both determined by a seed.
 *
 * <p>The store has fewer buckets and hash chains than {@link CapacityPlan#of} plans, so that a
 * sequence fills it several times, and chains are long. If it packs blocks, two of its three files
 * are compressible, and are read more often.
 */
public final class Sequence {
  /** Ranges of block lengths: from within a small slot to more than a bucket. */
  private static final int[][] BANDS = {
    {1, 2_000},
    {4_000, 10_000},
    {16_000, 33_000},
    {60_000, 70_000},
    {100_000, 260_000},
    {300_000, 1_000_000},
    {1_000_000, 4_000_000},
    {4_000_000, 9_000_000},
  };

  private static final int BURST_BYTES = 4_000_000;
  private static final int MAX_BURST = 60;
  private static final int FILES = 3;
  private static final int OFFSETS = 14;

  /** Number of weighted kinds of operations, without and with packing. */
  private static final int OPERATIONS = 40;

  private static final int OPERATIONS_WITH_PACKING = 54;

  /** The buckets of the smallest size to which a store can be resized. */
  static final int MIN_BUCKETS = (int) (CapacityPlan.MIN_BYTES / BucketLayout.BUCKET_BYTES);

  private final SplittableRandom random;
  private final int buckets;
  private final int heads;
  private final int handOver;
  private final int queue;
  private final SizeClasses classes;
  private final boolean packs;
  private final Policies policy;
  private int[] bands = {};
  private final List<Operation> operations = new ArrayList<>();

  /**
   * @param length number of operations
   * @param packs whether the store packs blocks
   */
  Sequence(long seed, int length, boolean packs) {
    this.packs = packs;
    random = new SplittableRandom(seed);
    boolean resizable = random.nextInt(4) == 0;
    buckets = resizable ? MIN_BUCKETS + random.nextInt(5) : 2 + random.nextInt(8);
    heads = 1 << random.nextInt(8);
    handOver = random.nextBoolean() ? 30_000 : random.nextBoolean() ? 1 : 192 << 10;
    queue = 2 << random.nextInt(3);
    boolean fixedClasses = random.nextInt(6) == 0;
    List<Policies> policies = List.of(Policies.values());
    policy = policies.get(random.nextInt(policies.size()));
    classes = fixedClasses ? fixedClasses() : SizeClasses.geometric();
    shiftMix();
    for (int i = 0; i < length; i++) {
      if (i == length / 2) {
        shiftMix();
      }
      Operation next = next();
      operations.add(random.nextInt(12) == 0 ? Operation.interrupted(next) : next);
    }
  }

  /** Returns the operations, in order. */
  public List<Operation> operations() {
    return operations;
  }

  /** Returns the options of the store, with the given memory. */
  StoreOptions options(io.strata.l2.memory.BucketMemory memory) {
    long inFlight = 1 << 20;
    CapacityPlan plan =
        new CapacityPlan(
            (long) buckets * BucketLayout.BUCKET_BYTES + CapacityPlan.tableBytes(heads) + inFlight,
            buckets,
            heads,
            inFlight);
    return StoreOptions.of(plan)
        .withSizeClasses(classes)
        .withMemory(memory)
        .withPolicy(policy)
        .withCompression(packs ? DeflateCompressor.COMPRESSION : Compression.NONE)
        .withWriters(1, queue)
        .withHandOver(handOver);
  }

  /** Describes the store. */
  @Override
  public String toString() {
    String sizes = classes.areFixed() ? "classes of " + classes.sizes() : "learnt classes";
    return "%d buckets, %d hash chains, %s, %s, blocks of %d bytes handed over, queue of %d, %s"
        .formatted(
            buckets,
            heads,
            sizes,
            policy.title(),
            handOver,
            queue,
            packs ? "packs" : "packs nothing");
  }

  /** With packing, some blocks small enough for it take several slots. */
  private SizeClasses fixedClasses() {
    return packs && random.nextBoolean()
        ? SizeClasses.of(8_000, 24_000)
        : SizeClasses.of(8_000, 70_000, 1_000_000);
  }

  /** Chooses new ranges of lengths, one of them large enough that the store fills. */
  private void shiftMix() {
    bands =
        new int[] {
          random.nextInt(BANDS.length), random.nextInt(BANDS.length), 4 + random.nextInt(2)
        };
  }

  private Operation next() {
    return switch (random.nextInt(packs ? OPERATIONS_WITH_PACKING : OPERATIONS)) {
      case 0, 1, 2, 3, 4, 5, 6, 7, 8 ->
          Operation.insert(file(), offset(), length(), random.nextInt(6) == 0);
      case 9, 10, 11, 12, 13 -> burst();
      case 14, 15, 16, 17, 18 -> Operation.read(file(), offset());
      case 19, 20, 21 -> Operation.pin(file(), offset());
      case 22, 23, 24 -> Operation.unpin(random.nextInt(100));
      case 25, 26, 27 -> Operation.evict(file(), offset());
      case 28 -> Operation.evictFile(file());
      case 29 -> range();
      case 30, 31 -> Operation.holdWriters();
      case 32, 33 -> Operation.releaseWriters();
      case 34 -> Operation.retainInFlight(file(), offset());
      case 35 -> Operation.releaseInFlight(random.nextInt(100));
      case 36 -> resize();
      case 37 -> Operation.walk();
      case 38 -> Operation.readAll(file());
      case 39 -> Operation.insertFailing(file(), offset(), length());
      case 40, 41, 42, 43 -> Operation.readAll(file());
      case 44, 45, 46, 47 -> Operation.packSome(file());
      case 48 -> Operation.makeMissesFast(random.nextBoolean());
      case 49 -> Operation.setPacking(random.nextInt(3) > 0);
      default -> burst();
    };
  }

  private Operation burst() {
    int length = length();
    int count = Math.max(1, Math.min(MAX_BURST, BURST_BYTES / length));
    return Operation.burst(file(), 100 + random.nextInt(100), count, length);
  }

  private Operation range() {
    long from = random.nextBoolean() ? offset() : 100L + random.nextInt(100);
    return Operation.evictRange(file(), from, from + random.nextInt(20));
  }

  private Operation resize() {
    int to = MIN_BUCKETS - 1 + random.nextInt(9);
    return random.nextInt(3) == 0 ? Operation.resizeWithoutMemory(to) : Operation.resize(to);
  }

  private String file() {
    return file(random.nextInt(FILES));
  }

  /** Returns the name of a file. */
  String file(int number) {
    return (packs && number > 0 ? ProvingBlock.SOFT : "f") + number;
  }

  /** Returns whether the store packs blocks. */
  boolean packs() {
    return packs;
  }

  private long offset() {
    return random.nextInt(OFFSETS);
  }

  private int length() {
    int[] band = BANDS[bands[random.nextInt(bands.length)]];
    return random.nextInt(band[0], band[1] + 1);
  }
}
