package io.strata.l2.pool;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.Handle;
import io.strata.l2.layout.Meta;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.slot.SlotTable;
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
 * The buckets of the cache: which slots are free, and which buckets belong to which size class.
 * Thread-safe. Slots are taken and freed without locks; a bucket changes its class under a spin
 * lock that is held for a few instructions ({@link Bag}).
 *
 * <h2>States</h2>
 *
 * <pre>
 *              formatted for a class            beginDrain
 *   empty --------------------&gt; open --------------------&gt; draining
 *     ^                                                       |
 *     +-------------------------------------------------------+----&gt; removed
 *                     its last slot became free
 * </pre>
 *
 * <h2>Transitions</h2>
 *
 * <ul>
 *   <li><b>format</b>: the thread that took the bucket from the empty ones owns it. It writes the
 *       headers; adding the {@link FormattedBucket} to its class publishes them.
 *   <li><b>beginDrain</b> and the transitions after it: by the word of the {@link FormattedBucket}.
 *       A thread that publishes a block then checks whether its bucket is being drained; the
 *       drainer first announces the drain and then looks for visible slots: one of the two sees the
 *       other.
 *   <li><b>removed</b>: a retiring bucket does not become available as empty. It is made retiring
 *       before its drain begins, or taken from the empty ones. It is added again when the store
 *       grows ({@link Buckets}).
 * </ul>
 *
 * <h2>Changing classes</h2>
 *
 * The classes in use are one immutable table, replaced as a whole. A class that is no longer in it
 * keeps its buckets until they are needed, and has them still if its size is chosen again.
 */
public final class BucketPool {
  private static final int BUCKETS_FOR_ONE_OWED = 8;

  /** Even in the smallest cache, a class can be owed enough to get a bucket. */
  private static final int MIN_OWED = 3;

  private record Table(SizeClasses sizes, List<SizeClass> classes) {}

  private final SlotTable slots;
  private final Buckets buckets;
  private final Executor background;
  private final Map<Integer, SizeClass> known = new ConcurrentHashMap<>();
  private final Bag<Bucket.Empty> empty = new Bag<>();

  private final SlotCounts slotCounts = new SlotCounts();

  /** Over all classes and the empty buckets. */
  private final Balance.Total total = new Balance.Total();

  private final AtomicInteger draining = new AtomicInteger();
  private final LongAdder drained = new LongAdder();
  private final Removal removal;

  /** Set when the last block of a bucket may have been evicted since the last search for such. */
  private volatile boolean unused;

  private volatile Table table;

  /**
   * @param background runs the removal of buckets, one task at a time
   */
  public BucketPool(SlotTable slots, SizeClasses sizes, Executor background) {
    this(slots, sizes, background, 0, false);
  }

  /**
   * @param kept how many of the first buckets may hold blocks: each must be passed to {@link
   *     #adopt} or {@link #adoptEmpty}
   * @param isInOrder whether the last buckets are to be removed first, since memory ends after them
   */
  public BucketPool(
      SlotTable slots, SizeClasses sizes, Executor background, int kept, boolean isInOrder) {
    this.slots = slots;
    this.buckets = new Buckets(slots, isInOrder);
    this.removal = new Removal(this, buckets);
    this.background = background;
    this.table = tableOf(sizes);
    addAllEmpty(buckets.all().subList(kept, slots.buckets()));
  }

  // ---- classes

  /** Replaces the classes for which buckets are formatted; one thread at a time. */
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

  /** Returns the sizes in use. */
  public SizeClasses sizes() {
    return table.sizes;
  }

  /**
   * Returns the class in use with the smallest slots that hold a block of this length.
   *
   * @param bytes at most the largest size
   */
  public SizeClass classFor(int bytes) {
    Table now = table;
    return now.classes.get(now.sizes.classFor(bytes));
  }

  /** Returns the classes in use with larger slots than this one, ascending. */
  public List<SizeClass> largerThan(SizeClass sizeClass) {
    Table now = table;
    int next = now.sizes.classFor(sizeClass.slotBytes() + 1);
    return next < 0 ? List.of() : now.classes.subList(next, now.classes.size());
  }

  /** Returns whether buckets are still formatted for this class. */
  public boolean isInUse(SizeClass sizeClass) {
    Table now = table;
    int index = now.sizes.classFor(sizeClass.slotBytes());
    return index >= 0 && now.classes.get(index) == sizeClass;
  }

  /** Returns all classes that were ever in use or had a bucket. */
  public Collection<SizeClass> knownClasses() {
    return Collections.unmodifiableCollection(known.values());
  }

  /** Returns the slot sizes for which buckets are formatted. */
  public Set<Integer> sizesWithBuckets() {
    return known.values().stream()
        .filter(SizeClass::hasBuckets)
        .map(SizeClass::slotBytes)
        .collect(Collectors.toSet());
  }

  // ---- surplus

  /** Returns the surplus of all classes and empty buckets, less what is owed. */
  public Balance.Total total() {
    return total;
  }

  /** Returns the maximum bytes that a class may be owed. */
  public long maxOwed() {
    int buckets = Math.max(MIN_OWED, liveBuckets() / BUCKETS_FOR_ONE_OWED);
    return (long) buckets * BucketLayout.BUCKET_BYTES;
  }

  /** Halves what classes are owed and what guests took. */
  public void fade() {
    known.values().forEach(each -> each.balance().fade());
  }

  // ---- slots

  /** Takes a free slot of the class, to be filled by the caller; {@link Handle#NONE} if none is. */
  public int takeFree(SizeClass sizeClass) {
    int handle = sizeClass.pop();
    if (handle != Handle.NONE) {
      slots.setMeta(handle, Meta.filling(slots.meta(handle)));
    }
    return handle;
  }

  /**
   * Frees a slot that the caller owns, because it fills it or released its last pin, and the slots
   * in which its block continues.
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

  /** Returns the bucket of a slot that the caller owns or pins. */
  public FormattedBucket bucketOf(int handle) {
    Bucket bucket = Objects.requireNonNull(buckets.of(Handle.bucket(handle)));
    return Objects.requireNonNull(bucket.formatted);
  }

  /** Returns whether the bucket of a slot, or of a further part of its block, is being drained. */
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
   * Formats an empty bucket for the class, or one in which another class has no block; returns
   * whether there was one.
   */
  public boolean formatEmptyBucket(SizeClass sizeClass) {
    for (Bucket bucket = takeEmpty(); bucket != null; bucket = takeEmpty()) {
      if (!bucket.retiring) {
        FormattedBucket formatted = format(bucket, sizeClass);
        sizeClass.add(formatted);
        if (!formatted.isOpen()) {
          // It was retired, and removed from the class, before it was added.
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

  /** Takes this bucket from the empty ones; returns whether it was there. */
  boolean takeEmpty(Bucket bucket) {
    boolean taken = empty.remove(bucket.empty);
    if (taken) {
      total.add(-BucketLayout.BUCKET_BYTES);
    }
    return taken;
  }

  private void addEmpty(Bucket bucket) {
    total.add(BucketLayout.BUCKET_BYTES);
    empty.add(bucket.empty);
  }

  private void addAllEmpty(List<Bucket> added) {
    // From now on none of them needs heap to become empty.
    empty.reserve(buckets.numbers());
    slotCounts.reserve(buckets.numbers());
    added.forEach(this::addEmpty);
  }

  /** Takes a bucket without blocks from its class; returns whether there was one. */
  private boolean reclaimUnused() {
    if (unused) {
      // Cleared before the search: a bucket that becomes unused meanwhile is found or sets it.
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
    int count = BucketLayout.slots(slotBytes, bucket.headers);
    int headers = Math.max(bucket.headers, count);
    slots.format(bucket.index, count, slotBytes, headers, bucket.created, bucket.generation);
    bucket.headers = headers;
    bucket.created = headers;
    FormattedBucket formatted = new FormattedBucket(slots, bucket, sizeClass, count);
    // Before any thread can drain it.
    slotCounts.set(bucket.index, count);
    bucket.formatted = formatted;
    return formatted;
  }

  // ---- buckets with blocks in them

  /**
   * Adopts a bucket that is formatted already. All its slots belong to the caller, to publish their
   * blocks or to {@link #release} them; {@link #join} follows.
   *
   * @param slotBytes of each slot
   * @param count of slots
   * @param headers for which there is memory in front of the slots
   */
  public FormattedBucket adopt(int number, int slotBytes, int count, int headers) {
    Bucket bucket = Objects.requireNonNull(buckets.of(number));
    bucket.headers = headers;
    bucket.created = headers;
    FormattedBucket formatted = FormattedBucket.full(slots, bucket, classOf(slotBytes), count);
    formatted.adopt();
    slotCounts.set(number, count);
    bucket.formatted = formatted;
    return formatted;
  }

  /** Adds an adopted bucket to its class, where all threads find it. */
  public void join(FormattedBucket bucket) {
    bucket.sizeClass().join(bucket);
    if (!bucket.isOpen()) {
      // It became empty meanwhile, and was removed from the class, before it was added.
      bucket.sizeClass().remove(bucket, 0);
    }
  }

  /** Adopts a bucket without blocks. */
  public void adoptEmpty(int number) {
    addEmpty(Objects.requireNonNull(buckets.of(number)));
  }

  /** Begins to take a bucket from its class; returns false if another thread does already. */
  public boolean beginDrain(FormattedBucket bucket) {
    return beginDrain(bucket, true);
  }

  private boolean beginDrain(FormattedBucket bucket, boolean used) {
    // Counted first, so that the count is never less than what is being drained.
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
    if (bucket.retiring) {
      discardInBackground(bucket);
    } else {
      addEmpty(bucket);
    }
  }

  /** In the background: the thread that freed the last slot may be serving a request. */
  private void discardInBackground(Bucket bucket) {
    boolean handedOver = false;
    try {
      background.execute(() -> buckets.remove(bucket));
      handedOver = true;
    } finally {
      if (!handedOver) {
        // No heap for the task: the thread that takes it from the empty ones sees it is retiring.
        addEmpty(bucket);
      }
    }
  }

  /** Returns all buckets, live or removed. */
  List<Bucket> allBuckets() {
    return buckets.all();
  }

  /** Returns a copy of the empty buckets; consistent only while nothing happens. */
  List<Bucket> empty() {
    return IntStream.range(0, empty.count())
        .mapToObj(empty::at)
        .filter(Objects::nonNull)
        .map(each -> each.bucket)
        .toList();
  }

  /** Returns the number of empty buckets. */
  public int emptyBuckets() {
    return empty.count();
  }

  /** Returns whether there is an empty bucket, or one without blocks. */
  public boolean hasEmptyBucket() {
    return empty.count() > 0 || (reclaimUnused() && empty.count() > 0);
  }

  /** Returns how many buckets were taken from their class so far. */
  public long drainedBuckets() {
    return drained.sum();
  }

  /** Returns how many buckets are being drained, possibly held up by pins. */
  public int drainingBuckets() {
    return draining.get();
  }

  /** Returns a bucket as it is formatted, or null if it belongs to no class. */
  public @Nullable FormattedBucket bucket(int number) {
    return formatOf(buckets.of(number));
  }

  private static @Nullable FormattedBucket formatOf(@Nullable Bucket bucket) {
    FormattedBucket formatted = bucket == null ? null : bucket.formatted;
    return formatted != null && (formatted.isOpen() || formatted.isDraining()) ? formatted : null;
  }

  /**
   * Returns the number of slots of a bucket; 0 while it is being drained, empty or removed.
   *
   * @param number 0 to {@link #buckets} - 1
   */
  public int slotCount(int number) {
    return slotCounts.of(number);
  }

  // ---- growing and shrinking

  /** Returns the part that removes buckets. */
  public Removal removal() {
    return removal;
  }

  /** Returns the number of live buckets. */
  public int liveBuckets() {
    return buckets.count();
  }

  /** Returns the bytes of the live buckets. */
  public long liveBytes() {
    return (long) liveBuckets() * BucketLayout.BUCKET_BYTES;
  }

  /** Returns how many buckets occupy memory: live ones, and those removed but not collected. */
  public int heldBuckets() {
    return buckets.held();
  }

  /** Returns how many numbers were ever used; {@link #bucket} accepts each of them. */
  public int buckets() {
    return buckets.numbers();
  }

  /**
   * Takes or allocates the memory of more buckets, and changes nothing else.
   *
   * @param memory allocates the memory of buckets, by their numbers
   * @return adds the buckets; to be run by the background thread
   * @throws IllegalArgumentException when handles cannot address that many
   */
  public Runnable growth(int count, Function<int[], BucketBuffer[]> memory) {
    Buckets.Growth growth = buckets.growth(count, memory);
    return () -> addAllEmpty(growth.add());
  }
}
