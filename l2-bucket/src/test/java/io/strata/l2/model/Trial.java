package io.strata.l2.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.CompressionStatistics;
import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.compress.Compression;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.testing.DeflateCompressor;
import io.strata.l2.testing.Gate;
import io.strata.l2.testing.PooledMemory;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.InFlightBlock;
import io.strata.l2.write.Rejection;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Applies the same operations to a store and a plain map. The map verifies the result of each call;
 * whenever the store is idle, {@link Model} compares both as a whole. Not thread-safe.
 */
final class Trial implements AutoCloseable {
  /** The counters of a store at its end. */
  record End(StoreStatistics store, CompressionStatistics packing) {}

  /** Number and length of the blocks to be packed, and of those inserted to displace them. */
  private static final int PACKED_BLOCKS = 16;

  private static final int PACKED_BYTES = 40_000;
  private static final int MAX_FILLINGS = 5;
  private static final int FILLING_BLOCKS = 60;

  private static final int FILLING_BYTES = 66_000;
  private static final long FIRST_FILLING_OFFSET = 1_000;

  private record Pin(Key key, int length, int handle, List<ByteBuffer> views) {}

  private record Held(Key key, InFlightBlock<ProvingBlock> block) {}

  /** Pooled memory that can be exhausted on demand. */
  private static final class Memory implements BucketMemory {
    final PooledMemory pool = new PooledMemory();
    boolean none;

    @Override
    public BucketBuffer[] allocate(int buckets) {
      if (none) {
        throw new OutOfMemoryError("none left");
      }
      return pool.allocate(buckets);
    }

    @Override
    public boolean isResizable() {
      return true;
    }
  }

  private final List<End> totals;
  private final String filling;
  private final Memory memory = new Memory();
  private final StoreOptions options;
  private final TestStore test;
  private final BlockStore<ProvingBlock> store;
  private final Model model;
  private final List<Pin> pins = new ArrayList<>();
  private final List<Held> held = new ArrayList<>();
  private @Nullable Gate gate;
  private boolean wasInterrupted;
  private long filled = FIRST_FILLING_OFFSET;

  /**
   * @param totals receives the store's counters when it is closed
   */
  Trial(Sequence sequence, List<End> totals) {
    this.totals = totals;
    filling = sequence.file(0);
    options = sequence.options(memory);
    test = new TestStore(options);
    store = test.store();
    model = new Model(store, sequence.packs());
    makeMissesFast(false);
  }

  // ---- inserts

  void insert(String file, long offset, int length, boolean inMemory) {
    model.mayLose(length);
    insert(new ProvingBlock(file, offset, length, inMemory), length, false);
    settle();
  }

  void insertFailing(String file, long offset, int length) {
    model.mayLose(length);
    insert(new ProvingBlock(file, offset, length), length, true);
    settle();
  }

  void burst(String file, long offset, int count, int length) {
    model.mayLoseAnything();
    for (int i = 0; i < count; i++) {
      insert(new ProvingBlock(file, offset + i, length), length, false);
    }
    settle();
  }

  private void insert(ProvingBlock block, int length, boolean fails) {
    Gate before = gate;
    block.on(
        call -> {
          if (before != null) {
            before.accept(call);
          }
          if (fails && call == ProvingBlock.Call.WRITE) {
            throw new IllegalStateException("fails on purpose");
          }
        });
    Key key = new Key(block.file(), block.offset());
    boolean fits = store.fits(length);
    long copied = store.statistics().copiedByCaller();
    boolean accepted = test.insert(block);
    boolean byCaller = store.statistics().copiedByCaller() > copied;
    Model.Block modelled = new Model.Block(length, block.inMemory());
    model.inserted(key, modelled, fails, fits, accepted, byCaller);
  }

  // ---- reading

  void read(String file, long offset) {
    read(new Key(file, offset));
    settle();
  }

  void readAll(String file) {
    for (Key key : model.keysOf(file)) {
      read(key);
    }
    settle();
  }

  private void read(Key key) {
    model.mayUnpack();
    if (test.read(key.file(), key.offset())) {
      model.found(key, true);
    } else if (!isUnreadable(key)) {
      model.found(key, false);
    }
  }

  /**
   * Returns whether a block is cached that could not be unpacked for lack of a slot, which happens
   * only while readers or writers hold slots.
   */
  private boolean isUnreadable(Key key) {
    int handle = store.pinDescription(key.file(), key.offset());
    if (handle == BlockStore.NONE) {
      return false;
    }
    store.unpin(handle);
    assertThat(!pins.isEmpty() || gate != null).as("%s could be unpacked", key).isTrue();
    return true;
  }

  void pin(String file, long offset) {
    Key key = new Key(file, offset);
    model.mayUnpack();
    int handle = store.pin(file, offset);
    boolean found = handle != BlockStore.NONE;
    if (found || !isUnreadable(key)) {
      model.foundInSlot(key, found);
    }
    if (found) {
      int length = store.length(handle);
      assertThat(length).as("length of %s", key).isEqualTo(model.lengthOf(key));
      assertThat(store.pins(handle)).as("pins of %s", key).isGreaterThan(0);
      pins.add(new Pin(key, length, handle, List.of(store.views(handle))));
    }
    settle();
  }

  void unpin(int which) {
    if (!pins.isEmpty()) {
      Pin pin = pins.remove(which % pins.size());
      assertThat(store.length(pin.handle)).as("length of %s", pin.key).isEqualTo(pin.length);
      test.provePinned(
          pin.key.file(), pin.key.offset(), pin.handle, pin.views.toArray(ByteBuffer[]::new));
      store.unpin(pin.handle);
      settle();
    }
  }

  // ---- packing

  /**
   * Reads the blocks of a file more than once, including some new ones, and inserts others until
   * blocks have to be evicted, and blocks of the file are packed instead.
   */
  void packSome(String file) {
    long before = store.packing().statistics().packed();
    burst(file, filled, PACKED_BLOCKS, PACKED_BYTES);
    readAll(file);
    readAll(file);
    for (int i = 0; i < MAX_FILLINGS && store.packing().statistics().packed() == before; i++) {
      burst(filling, filled, FILLING_BLOCKS, FILLING_BYTES);
      filled += FILLING_BLOCKS;
    }
  }

  /** Makes misses slow, so that packing always pays, or fast, so that it never does. */
  void makeMissesFast(boolean fast) {
    for (int miss = 0; miss < 100; miss++) {
      store.packing().noteMiss(fast ? 1 : TimeUnit.SECONDS.toNanos(1), FILLING_BYTES);
    }
  }

  /** Switches packing; without it, the store still unpacks existing blocks. */
  void setPacking(boolean on) {
    Compression packing = DeflateCompressor.COMPRESSION;
    store.controls().setCompression(on ? packing : new Compression(packing.known(), null, 100));
    settle();
  }

  // ---- in flight

  /** Makes writers wait in the middle of a copy from now on. */
  void holdWriters() {
    if (gate == null) {
      gate = new Gate();
    }
  }

  void releaseWriters() {
    if (gate != null) {
      gate.open();
      gate = null;
      settle();
    }
  }

  void retainInFlight(String file, long offset) {
    Key key = new Key(file, offset);
    InFlightBlock<ProvingBlock> block = store.retainInFlight(file, offset);
    model.foundInFlight(key, block != null);
    if (block != null) {
      block.source().prove(file, offset);
      held.add(new Held(key, block));
    }
  }

  void releaseInFlight(int which) {
    if (!held.isEmpty()) {
      Held one = held.remove(which % held.size());
      one.block.source().prove(one.key.file(), one.key.offset());
      one.block.release();
    }
  }

  // ---- evicting

  void evict(String file, long offset) {
    model.evicted(new Key(file, offset), store.evict(file, offset));
    settle();
  }

  void evictFile(String file) {
    model.fileEvicted(file, store.evictFile(file));
    assertThat(store.inspection().files()).doesNotContain(file);
    settle();
  }

  void evictRange(String file, long from, long to) {
    model.rangeEvicted(file, from, to, store.evictRange(file, from, to));
    settle();
  }

  // ---- resizing

  void resize(int buckets) {
    long bytes = bytesFor(buckets);
    long before = store.statistics().configuredBytes();
    model.mayLoseAnything();
    if (bytes > before) {
      releaseAll();
    }
    try {
      store.controls().resize(bytes);
      assertThat(buckets).isGreaterThanOrEqualTo(Sequence.MIN_BUCKETS);
      assertThat(store.statistics().configuredBytes()).isEqualTo(bytes);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("give at least");
      assertThat(buckets).isLessThan(Sequence.MIN_BUCKETS);
      assertThat(store.statistics().configuredBytes()).isEqualTo(before);
    }
    settle();
  }

  /**
   * Releases all slots, because a store that grows waits for removed buckets, and those for
   * readers.
   */
  private void releaseAll() {
    releaseWriters();
    while (!pins.isEmpty()) {
      unpin(0);
    }
  }

  /** Grows without available memory, which changes nothing; or shrinks as usual. */
  void resizeWithoutMemory(int buckets) {
    long before = store.statistics().configuredBytes();
    memory.none = true;
    try {
      resize(buckets);
    } catch (OutOfMemoryError e) {
      assertThat(e).hasMessageContaining("cannot grow to " + bytesFor(buckets));
      assertThat(store.statistics().configuredBytes()).isEqualTo(before);
      settle();
    } finally {
      memory.none = false;
    }
  }

  /** Returns a size with this number of buckets, including hash chains and blocks in flight. */
  private long bytesFor(int buckets) {
    long inBuckets = (long) buckets * BucketLayout.BUCKET_BYTES;
    long heads = options.capacity().tableBytes();
    return buckets == Sequence.MIN_BUCKETS
        ? CapacityPlan.MIN_BYTES + heads
        : inBuckets + inBuckets / 200 + heads;
  }

  // ---- inspection

  void walk() {
    Map<Key, Model.Block> seen = new HashMap<>();
    for (int bucket = 0; bucket < store.inspection().buckets(); bucket++) {
      store
          .inspection()
          .forEachIn(
              bucket,
              (file, offset, length, attributes, stamp, inMemory, pinned) -> {
                Key key = new Key(file, offset);
                int raw = model.rawLength(key, length);
                assertThat(attributes).isEqualTo(ProvingBlock.seed(file, offset));
                assertThat(stamp).isEqualTo(ProvingBlock.checksum(file, offset, raw));
                if (gate == null) {
                  assertThat(pinned).as("pins").isBetween(0, pins.size());
                }
                seen.put(key, new Model.Block(raw, inMemory));
              });
    }
    model.seen(seen);
  }

  void expectInterrupted() {
    assertThat(wasInterrupted || Thread.interrupted()).as("the interrupt flag").isTrue();
    wasInterrupted = false;
  }

  /** Waits until the store is idle, unless its writers are held, and compares it as a whole. */
  private void settle() {
    wasInterrupted |= Thread.interrupted();
    if (gate == null) {
      test.awaitQuiet();
      model.compareIdle(!pins.isEmpty());
    }
  }

  /** Releases everything, and audits the store. */
  @Override
  public void close() {
    releaseWriters();
    walk();
    while (!pins.isEmpty()) {
      unpin(0);
    }
    while (!held.isEmpty()) {
      releaseInFlight(0);
    }
    settle();
    walk();
    StoreStatistics end = store.statistics();
    CompressionStatistics packing = store.packing().statistics();
    long failed = end.rejected(Rejection.WRITE_FAILED);
    assertThat(test.errors()).as("errors of sources").hasSize((int) failed);
    test.close();
    memory.pool.reclaim();
    totals.add(new End(end, packing));
  }

  /** After a failure: ends the threads, and does not reuse the memory. */
  void abandon() {
    if (gate != null) {
      gate.open();
    }
    store.close();
    boolean unused = Thread.interrupted();
  }
}
