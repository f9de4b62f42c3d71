package io.strata.l2.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.CompressionStatistics;
import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.compress.Compression;
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
 * A store beside a plain map, on which the same operations are done. Whatever a call answers, the
 * map says whether it may; whenever the store has come to rest, {@link Model} compares the two as a
 * whole. One thread's.
 */
final class Trial implements AutoCloseable {
  /** What a store has done. */
  record End(StoreStatistics store, CompressionStatistics packing) {}

  /** So many blocks of such a length are packed where others need room, as many at a time. */
  private static final int PACKED_BLOCKS = 16;

  private static final int PACKED_BYTES = 40_000;
  private static final int MAX_FILLINGS = 5;
  private static final int FILLING_BLOCKS = 60;

  private static final int FILLING_BYTES = 66_000;
  private static final long FIRST_FILLING_OFFSET = 1_000;

  private record Pin(Key key, int length, int handle, List<ByteBuffer> views) {}

  private record Held(Key key, InFlightBlock<ProvingBlock> block) {}

  /** Pooled memory that can be made to have none left. */
  private static final class Memory implements BucketMemory {
    final PooledMemory pool = new PooledMemory();
    boolean none;

    @Override
    public ByteBuffer[] allocate(int buckets) {
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
   * @param totals where to add what the store has done, once it is closed
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

  // ---- offering

  void offer(String file, long offset, int length, boolean inMemory) {
    model.mayLose(length);
    offer(new ProvingBlock(file, offset, length, inMemory), length, false);
    settle();
  }

  void offerFailing(String file, long offset, int length) {
    model.mayLose(length);
    offer(new ProvingBlock(file, offset, length), length, true);
    settle();
  }

  void burst(String file, long offset, int count, int length) {
    model.mayLoseAnything();
    for (int i = 0; i < count; i++) {
      offer(new ProvingBlock(file, offset + i, length), length, false);
    }
    settle();
  }

  private void offer(ProvingBlock block, int length, boolean fails) {
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
    boolean taken = test.offer(block);
    boolean byCaller = store.statistics().copiedByCaller() > copied;
    Model.Block modelled = new Model.Block(length, block.inMemory());
    model.offered(key, modelled, fails, fits, taken, byCaller);
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
   * Whether a block is there that was not unpacked: there was no slot for it, which is so only
   * where readers or writers hold slots.
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
   * Reads the blocks of a file more than once, some new ones among them, and inserts others until
   * something has to go for these, and blocks of the file are packed instead.
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

  /** Packing is worth its time, whatever that is, when misses are slow, and never otherwise. */
  void makeMissesFast(boolean fast) {
    for (int miss = 0; miss < 100; miss++) {
      store.packing().noteMiss(fast ? 1 : TimeUnit.SECONDS.toNanos(1), FILLING_BYTES);
    }
  }

  /** A store that packs no more unpacks what there is. */
  void setPacking(boolean on) {
    Compression packing = DeflateCompressor.COMPRESSION;
    store.controls().setCompression(on ? packing : new Compression(packing.known(), null, 100));
    settle();
  }

  // ---- in flight

  /** From now on, writers stop in the middle of a copy. */
  void holdWriters() {
    if (gate == null) {
      gate = new Gate();
    }
  }

  void letWritersGo() {
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
      assertThat(buckets).isGreaterThanOrEqualTo(7);
      assertThat(store.statistics().configuredBytes()).isEqualTo(bytes);
    } catch (IllegalArgumentException e) {
      assertThat(e).hasMessageContaining("give at least");
      assertThat(buckets).isLessThan(7);
      assertThat(store.statistics().configuredBytes()).isEqualTo(before);
    }
    settle();
  }

  /** A store that grows waits for the buckets that it lost before, and those wait for readers. */
  private void releaseAll() {
    letWritersGo();
    while (!pins.isEmpty()) {
      unpin(0);
    }
  }

  /** Grows while the process may have no more memory: nothing changes. Shrinks as ever. */
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

  /** So that there are so many, and blocks in flight and hash chains have their share. */
  private long bytesFor(int buckets) {
    long inBuckets = (long) buckets * BucketLayout.BUCKET_BYTES;
    long heads = options.capacity().tableBytes();
    return buckets == 7 ? CapacityPlan.MIN_BYTES + heads : inBuckets + inBuckets / 200 + heads;
  }

  // ---- looking on

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

  /** Lets the store come to rest, unless its writers are held, and compares it as a whole. */
  private void settle() {
    wasInterrupted |= Thread.interrupted();
    if (gate == null) {
      test.awaitQuiet();
      model.compareAtRest(!pins.isEmpty());
    }
  }

  /** Lets go of everything, and audits. */
  @Override
  public void close() {
    letWritersGo();
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
    assertThat(test.errors()).as("errors that sources reported").hasSize((int) failed);
    test.close();
    memory.pool.reclaim();
    totals.add(new End(end, packing));
  }

  /** After a failure: ends the threads, and leaves the memory to whoever may still use it. */
  void abandon() {
    if (gate != null) {
      gate.open();
    }
    store.close();
    boolean unused = Thread.interrupted();
  }
}
