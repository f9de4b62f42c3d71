package io.strata.l2.pool;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.slot.SlotTable;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Which slots are free and which buckets belong to which size class. Thread-safe, without locks.
 *
 * <h2>A bucket's way</h2>
 *
 * <pre>
 *              formatted for a class            beginDrain
 *   empty --------------------&gt; open --------------------&gt; draining
 *     ^                                                       |
 *     +-------------------------------------------------------+----&gt; removed
 *                     its last slot came free
 * </pre>
 *
 * <ul>
 *   <li><b>format</b>: the thread that took the bucket from the empty ones has it; it writes the
 *       headers, and adding the {@link FormattedBucket} to its class publishes them.
 *   <li><b>beginDrain</b>, and what follows: by the word of the {@link FormattedBucket}. Who publishes a
 *       block looks afterwards whether its bucket is being drained; the drainer says so first and
 *       then looks for visible slots: one of the two sees the other.
 *   <li><b>removed</b>: a bucket that is leaving is not offered as empty. It is told so before its
 *       drain begins, or taken from the empty ones. It comes back when the store grows ({@link
 *       Buckets}).
 * </ul>
 *
 * <h2>Classes that change</h2>
 *
 * The classes in use are one immutable table, replaced as a whole. A class that is no longer in it
 * keeps its buckets until they are wanted, and comes back with them when its size is chosen again.
 */
public final class BucketPool {
  private static final int BUCKETS_FOR_ONE_OWED = 8;

  /** In the smallest cache as well, a class must be able to be owed enough to get a bucket. */
  private static final int MIN_OWED = 3;

  private record Table(SizeClasses sizes, List<SizeClass> classes) {}

  private final SlotTable slots;
  private final Buckets buckets;
  private final Executor background;
  private final Map<Integer, SizeClass> known = new ConcurrentHashMap<>();
  private final Bag<Bucket.Empty> empty = new Bag<>();

  private final SlotCounts slotCounts = new SlotCounts();

  /** Of all classes, and of the buckets that no class has. */
  private final Balance.Total total = new Balance.Total();

  private final AtomicInteger draining = new AtomicInteger();
  private final LongAdder drained = new LongAdder();
  private final Removal removal;

  /** Whether the last block of a bucket may have gone since somebody looked for such buckets. */
  private volatile boolean unused;

  private volatile Table table;

  /**
   * @param background runs what removing a bucket takes, one task at a time
   */
  public BucketPool(SlotTable slots, SizeClasses sizes, Executor background) {
    this(slots, sizes, background, 0, false);
  }

  /**
   * @param kept how many of the first buckets may hold blocks: each is to be taken over ({@link
   *     #adopt}) or offered ({@link #adoptEmpty})
   * @param isInOrder whether the last ones are to be removed first, since memory ends behind them
   */
  public BucketPool(
      SlotTable slots, SizeClasses sizes, Executor background, int kept, boolean isInOrder) {
    this.slots = slots;
    this.buckets = new Buckets(slots, isInOrder);
    this.removal = new Removal(this, buckets);
    this.background = background;
    this.table = tableOf(sizes);
    addEmpty(buckets.all().subList(kept, slots.buckets()));
  }

  // ---- classes

  /** Formats buckets into these sizes from now on; one thread at a time. */
  public void replaceClasses(SizeClasses sizes) {
    table = tableOf(sizes);
  }

  private Table tableOf(SizeClasses sizes) {
    List<SizeClass> classes = new ArrayList<>();
    for (int size : sizes.sizes()) {
      classes.add(classOf(size));
    }
    return new Table(sizes, List.copyOf(classes));
  }

  private SizeClass classOf(int slotBytes) {
    return known.computeIfAbsent(slotBytes, bytes -> new SizeClass(bytes, total));
  }

  /** The sizes in use. */
  public SizeClasses sizes() {
    return table.sizes;
  }

  /**
   * The class in use with the smallest slots that hold so many bytes.
   *
   * @param bytes at most the largest size
   */
  public SizeClass classFor(int bytes) {
    Table now = table;
    return now.classes.get(now.sizes.classFor(bytes));
  }

  /** The classes in use whose slots are larger than those of this one, ascending. */
  public List<SizeClass> largerThan(SizeClass sizeClass) {
    Table now = table;
    int next = now.sizes.classFor(sizeClass.slotBytes() + 1);
    return next < 0 ? List.of() : now.classes.subList(next, now.classes.size());
  }

  /** Whether buckets are still formatted for this class. */
  public boolean isInUse(SizeClass sizeClass) {
    Table now = table;
    int index = now.sizes.classFor(sizeClass.slotBytes());
    return index >= 0 && now.classes.get(index) == sizeClass;
  }

  /** All classes that ever had a bucket, in use or not. */
  public Collection<SizeClass> knownClasses() {
    return Collections.unmodifiableCollection(known.values());
  }

  /** Bytes of the slots that buckets are formatted into. */
  public Set<Integer> sizesWithBuckets() {
    return known.values().stream()
        .filter(SizeClass::hasBuckets)
        .map(SizeClass::slotBytes)
        .collect(Collectors.toSet());
  }

  // ---- what there is to give

  /** What all classes have to give, and the buckets that no class has, less what is owed. */
  public Balance.Total total() {
    return total;
  }

  /** Bytes at most that a class is owed: the background moves no more buckets before long. */
  public long mostOwed() {
    int buckets = Math.max(MIN_OWED, liveBuckets() / BUCKETS_FOR_ONE_OWED);
    return (long) buckets * BucketLayout.BUCKET_BYTES;
  }

  /** Lets what classes are owed, and what guests took, weigh half. */
  public void fade() {
    known.values().forEach(each -> each.balance().fade());
  }

  // ---- slots

  /** Takes a free slot of the class, to be filled by the caller, or {@link Handle#NONE}. */
  public int takeFree(SizeClass sizeClass) {
    int handle = sizeClass.pop();
    if (handle != Handle.NONE) {
      slots.setMeta(handle, Meta.filling(slots.meta(handle)));
    }
    return handle;
  }

  /**
   * Frees a slot that the caller owns, one that it fills or whose last pin it let go of, and the
   * slots in which its block goes on.
   */
  public void release(int handle) {
    for (int part = handle; part != Handle.NONE; ) {
      int next = slots.nextPart(part);
      slots.setNextPart(part, Handle.NONE);
      slots.setMeta(part, Meta.freed(slots.meta(part)));
      FormattedBucket bucket = bucketOf(part);
      switch (bucket.push(part)) {
        case FREE -> {
          bucket.sizeClass().noteFree(bucket);
          if (bucket.isUnused()) {
            unused = true;
          }
        }
        case DRAINED -> {}
        case LAST_DRAINED -> emptied(bucket.bucket);
      }
      part = next;
    }
  }

  /** How the bucket of a slot is formatted; for a slot that the caller owns or pins. */
  public FormattedBucket bucketOf(int handle) {
    Bucket bucket = Objects.requireNonNull(buckets.of(Handle.bucket(handle)));
    return Objects.requireNonNull(bucket.formatted);
  }

  /** Whether the bucket of a slot, or of one in which its block goes on, is being emptied. */
  public boolean isDraining(int handle) {
    for (int part = handle; part != Handle.NONE; part = slots.nextPart(part)) {
      if (bucketOf(part).isDraining()) {
        return true;
      }
    }
    return false;
  }

  // ---- buckets

  /**
   * Formats a bucket for the class that no class has, or in which another has no block; says whether
   * there was one.
   */
  public boolean formatEmptyBucket(SizeClass sizeClass) {
    for (Bucket bucket = takeEmpty(); bucket != null; bucket = takeEmpty()) {
      if (!bucket.leaving) {
        FormattedBucket formatted = format(bucket, sizeClass);
        sizeClass.add(formatted);
        if (!formatted.isOpen()) {
          // It had to leave, and was taken from the class, before it was added.
          sizeClass.remove(formatted, 0);
        }
        return true;
      }
      discardInBackground(bucket);
    }
    return false;
  }

  private @Nullable Bucket takeEmpty() {
    Bucket bucket = pollEmpty();
    return bucket == null && reclaimUnused() ? pollEmpty() : bucket;
  }

  @Nullable Bucket pollEmpty() {
    Bucket.Empty polled = empty.poll();
    if (polled == null) {
      return null;
    }
    total.add(-BucketLayout.BUCKET_BYTES);
    return polled.bucket;
  }

  /** Takes this bucket from those that no class has; says whether it was there. */
  boolean takeEmpty(Bucket bucket) {
    boolean taken = empty.remove(bucket.empty);
    if (taken) {
      total.add(-BucketLayout.BUCKET_BYTES);
    }
    return taken;
  }

  private void offerEmpty(Bucket bucket) {
    total.add(BucketLayout.BUCKET_BYTES);
    empty.add(bucket.empty);
  }

  private void addEmpty(List<Bucket> added) {
    // From now on none of them needs heap to become empty.
    empty.reserve(buckets.numbers());
    slotCounts.reserve(buckets.numbers());
    added.forEach(this::offerEmpty);
  }

  /** Takes a bucket without a block from its class; says whether there was one. */
  private boolean reclaimUnused() {
    if (unused) {
      // Before looking: a bucket whose last block goes meanwhile is seen, or the flag set again.
      unused = false;
      for (SizeClass each : known.values()) {
        FormattedBucket bucket = each.unusedBucket();
        if (bucket != null) {
          unused = true;
          if (beginDrain(bucket, false)) {
            return true;
          }
        }
      }
    }
    return false;
  }

  private FormattedBucket format(Bucket bucket, SizeClass sizeClass) {
    int slotBytes = sizeClass.slotBytes();
    int earlier = bucket.headers;
    int count = BucketLayout.slots(slotBytes, earlier);
    int headers = Math.max(earlier, count);
    slots.format(bucket.index, count, slotBytes, headers, earlier, bucket.generation);
    bucket.headers = headers;
    FormattedBucket formatted = new FormattedBucket(slots, bucket, sizeClass, count);
    // Before anyone can drain it.
    slotCounts.set(bucket.index, count);
    bucket.formatted = formatted;
    return formatted;
  }

  // ---- buckets with blocks in them

  /**
   * Takes over a bucket that is formatted already. All its slots are the caller's, to publish the blocks
   * that they hold or to {@link #release} them; {@link #join} follows.
   *
   * @param slotBytes of each slot
   * @param count of slots
   * @param headers that there is room for before the slots
   */
  public FormattedBucket adopt(int number, int slotBytes, int count, int headers) {
    Bucket bucket = Objects.requireNonNull(buckets.of(number));
    bucket.headers = headers;
    FormattedBucket formatted = FormattedBucket.full(slots, bucket, classOf(slotBytes), count);
    for (int slot = 0; slot < count; slot++) {
      int handle = formatted.handle(slot);
      slots.setMeta(handle, Meta.filling(slots.meta(handle)));
    }
    slotCounts.set(number, count);
    bucket.formatted = formatted;
    return formatted;
  }

  /** Has a bucket that was taken over stand among those of its class, for all to find. */
  public void join(FormattedBucket bucket) {
    bucket.sizeClass().join(bucket);
    if (!bucket.isOpen()) {
      // It came without a block meanwhile, and was taken from the class, before it was added.
      bucket.sizeClass().remove(bucket, 0);
    }
  }

  /** Offers a bucket that holds nothing. */
  public void adoptEmpty(int number) {
    offerEmpty(Objects.requireNonNull(buckets.of(number)));
  }

  /** Begins to take a bucket from its class; says false when another thread does already. */
  public boolean beginDrain(FormattedBucket bucket) {
    return beginDrain(bucket, true);
  }

  private boolean beginDrain(FormattedBucket bucket, boolean used) {
    // Counted first, so that the count never falls below what is being drained.
    draining.incrementAndGet();
    int free = bucket.beginDrain(used);
    if (free == FormattedBucket.NOT_OPEN) {
      draining.decrementAndGet();
      return false;
    }
    drained.increment();
    slotCounts.set(bucket.bucket.index, 0);
    bucket.sizeClass().remove(bucket, free);
    if (free == bucket.slotCount()) {
      emptied(bucket.bucket);
    }
    return true;
  }

  private void emptied(Bucket bucket) {
    draining.decrementAndGet();
    if (bucket.leaving) {
      discardInBackground(bucket);
    } else {
      offerEmpty(bucket);
    }
  }

  /** Not by the thread that let go of the last slot: that may be serving a request. */
  private void discardInBackground(Bucket bucket) {
    boolean handedOver = false;
    try {
      background.execute(() -> buckets.remove(bucket));
      handedOver = true;
    } finally {
      if (!handedOver) {
        // There was no heap for the task: whoever takes it from the empty ones sees that it leaves.
        offerEmpty(bucket);
      }
    }
  }

  /** The last bucket of each number. */
  List<Bucket> allBuckets() {
    return buckets.all();
  }

  /** The buckets that no class has, as they stand; right only while nothing happens. */
  List<Bucket> empty() {
    return IntStream.range(0, empty.count())
        .mapToObj(empty::at)
        .filter(Objects::nonNull)
        .map(each -> each.bucket)
        .toList();
  }

  /** How many buckets no class has. */
  public int emptyBuckets() {
    return empty.count();
  }

  /** Whether there is a bucket that no class has, or in which there is no block. */
  public boolean hasEmptyBucket() {
    return empty.count() > 0 || (reclaimUnused() && empty.count() > 0);
  }

  /** How many buckets were taken from their class so far. */
  public long drainedBuckets() {
    return drained.sum();
  }

  /** How many buckets are being drained, perhaps held up by pins. */
  public int drainingBuckets() {
    return draining.get();
  }

  /** How a bucket is formatted, or null when no class has it. */
  public @Nullable FormattedBucket bucket(int number) {
    return formatOf(buckets.of(number));
  }

  private static @Nullable FormattedBucket formatOf(@Nullable Bucket bucket) {
    FormattedBucket formatted = bucket == null ? null : bucket.formatted;
    return formatted != null && (formatted.isOpen() || formatted.isDraining()) ? formatted : null;
  }

  /**
   * How many slots a bucket is formatted into; 0 while it is drained, empty or removed.
   *
   * @param number 0 to {@link #buckets} - 1
   */
  public int slotCount(int number) {
    return slotCounts.of(number);
  }

  // ---- more buckets and fewer

  /** Takes buckets out. */
  public Removal removal() {
    return removal;
  }

  /** How many buckets there are. */
  public int liveBuckets() {
    return buckets.count();
  }

  /** How many buckets take memory: those that there are, and those removed but not collected. */
  public int heldBuckets() {
    return buckets.held();
  }

  /** How many numbers buckets ever had; {@link #bucket} can be asked for each. */
  public int buckets() {
    return buckets.numbers();
  }

  /**
   * Takes or allocates the memory of more buckets, and changes nothing else.
   *
   * @param memory allocates the memory of buckets, by their numbers
   * @return what adds them; for the background thread
   * @throws IllegalArgumentException when handles cannot name so many
   */
  public Runnable growth(int count, Function<int[], ByteBuffer[]> memory) {
    Buckets.Growth growth = buckets.growth(count, memory);
    return () -> addEmpty(growth.add());
  }
}
