package io.strata.l2.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.BlockStore;
import io.strata.l2.CompressionStatistics;
import io.strata.l2.StoreStatistics;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.SizeClasses;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.write.Rejection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The expected content of a store: a plain map, the blocks in flight, and the expected changes of
 * the store's counters since it was last idle.
 *
 * <p>A store may evict blocks to free slots, and reports their number: exactly that many blocks of
 * the map may be missing. While slots are free, none may be.
 */
final class Model {
  record Block(int length, boolean inMemory) {}

  private enum Fate {
    PENDING,
    CANCELLED,
    RETIRED
  }

  /** A block handed to a writer, with unknown outcome. */
  private static final class Flight {
    final Key key;
    final Block block;
    final boolean fails;
    Fate fate = Fate.PENDING;

    Flight(Key key, Block block, boolean fails) {
      this.key = key;
      this.block = block;
      this.fails = fails;
    }
  }

  private final BlockStore<ProvingBlock> store;
  private final boolean packs;
  private final Map<Key, Block> blocks = new HashMap<>();
  private final List<Flight> flights = new ArrayList<>();
  private StoreStatistics last;

  // Since the store was last idle.
  private boolean idle = true;
  private boolean mayLose;
  private int inserted;
  private int already;
  private int tooLarge;
  private int failing;
  private int requested;
  private int knownLost;
  private int maybeTwice;

  /**
   * @param packs whether the store packs blocks
   */
  Model(BlockStore<ProvingBlock> store, boolean packs) {
    this.store = store;
    this.packs = packs;
    this.last = store.statistics();
  }

  // ---- results of operations

  /** Records an insert, and whether it was accepted. */
  void inserted(
      Key key, Block block, boolean fails, boolean fits, boolean accepted, boolean byCaller) {
    inserted++;
    if (!fits) {
      assertThat(accepted).as("accepted %s, which is too large", key).isFalse();
      tooLarge++;
      return;
    }
    if (!accepted) {
      assertThat(blocks.containsKey(key) || isInFlight(key)).as("rejected %s", key).isTrue();
      already++;
      return;
    }
    if (rejectedForLackOfSlots() == 0) {
      assertThat(isInFlight(key)).as("accepted %s twice", key).isFalse();
    } else {
      flights.removeIf(each -> each.key.equals(key) && each.fate == Fate.PENDING);
    }
    if (blocks.containsKey(key)) {
      lose(key);
    }
    idle = false;
    if (!byCaller) {
      flights.add(new Flight(key, block, fails));
    } else if (fails) {
      failing++;
    } else {
      blocks.put(key, block);
    }
  }

  /** Records a look-up. */
  void found(Key key, boolean found) {
    if (isInFlight(key)) {
      assertThat(found || rejectedForLackOfSlots() > 0).as("found %s in flight", key).isTrue();
    } else {
      foundInSlot(key, found);
    }
  }

  /** Records a look-up in slots only. */
  void foundInSlot(Key key, boolean found) {
    if (found) {
      assertThat(blocks).as("found a block that was not inserted").containsKey(key);
    } else if (blocks.containsKey(key)) {
      lose(key);
    }
  }

  /** Records a look-up in flight only. */
  void foundInFlight(Key key, boolean found) {
    if (found || rejectedForLackOfSlots() == 0) {
      assertThat(found).as("found %s in flight", key).isEqualTo(isInFlight(key));
    }
  }

  /** Records an eviction, and whether the store found the block. */
  void evicted(Key key, boolean evicted) {
    if (cancel(key)) {
      assertThat(evicted || rejectedForLackOfSlots() > 0).as("evicted %s in flight", key).isTrue();
    } else if (evicted) {
      assertThat(blocks).as("evicted a block that was not cached").containsKey(key);
      blocks.remove(key);
      requested++;
    } else if (blocks.containsKey(key)) {
      lose(key);
    }
    idle = false;
  }

  /** Records the eviction of a file with this number of blocks in slots. */
  void fileEvicted(String file, int count) {
    for (Flight flight : flights) {
      if (flight.key.file().equals(file)) {
        flight.fate = Fate.RETIRED;
      }
    }
    List<Key> keys = keysOf(file);
    expectEvicted(keys, count);
    idle = false;
  }

  /** Records the eviction of a range with this number of blocks in slots and in flight. */
  void rangeEvicted(String file, long from, long to, int count) {
    List<Key> keys = keysOf(file);
    keys.removeIf(key -> key.offset() < from || key.offset() > to);
    int inFlight = 0;
    for (long offset = from; offset <= to; offset++) {
      inFlight += cancel(new Key(file, offset)) ? 1 : 0;
    }
    expectEvicted(keys, count - inFlight);
    idle = false;
  }

  private void expectEvicted(List<Key> keys, int count) {
    if (idle) {
      assertThat(count).as("evicted, of %s", keys).isEqualTo(keys.size());
    } else {
      // A block being moved is briefly in two slots, and counts twice.
      assertThat(count).as("evicted, of %s", keys).isLessThanOrEqualTo(keys.size() + 1);
      maybeTwice++;
    }
    blocks.keySet().removeAll(keys);
    requested += Math.min(count, keys.size());
    knownLost += Math.max(0, keys.size() - count);
  }

  /** Records a visit of all blocks in slots. */
  void seen(Map<Key, Block> seen) {
    if (idle) {
      assertThat(seen).as("blocks in slots").isEqualTo(blocks);
    } else {
      seen.forEach(
          (key, block) ->
              assertThat(block.equals(blocks.get(key)) || isFlight(key, block))
                  .as("%s in slots: %s", key, block)
                  .isTrue());
    }
  }

  // ---- allowed evictions

  /** Before an insert: others may be evicted only if it may take the last empty bucket. */
  void mayLose(int length) {
    int maxSlots = 1 + length / SizeClasses.LARGEST_LEARNT;
    mayLose |= !idle || store.statistics().emptyBuckets() <= maxSlots;
  }

  /** Before a read: if the block is packed, others may be evicted for the slot to unpack it. */
  void mayUnpack() {
    if (store.packing().statistics().packedBlocks() > 0) {
      mayLose |= !idle || store.statistics().emptyBuckets() <= 1;
      idle = false;
    }
  }

  /** Before background work that may evict any number of blocks at any time. */
  void mayLoseAnything() {
    mayLose = true;
    idle = false;
  }

  /** Records that a block of the map is gone: evicted in the background, since last idle. */
  private void lose(Key key) {
    assertThat(idle).as("lost %s", key).isFalse();
    blocks.remove(key);
    knownLost++;
  }

  private long rejectedForLackOfSlots() {
    return store.statistics().rejected(Rejection.NO_ROOM) - last.rejected(Rejection.NO_ROOM);
  }

  // ---- flights

  private boolean isInFlight(Key key) {
    return flights.stream().anyMatch(each -> each.key.equals(key) && each.fate == Fate.PENDING);
  }

  private boolean isFlight(Key key, Block block) {
    return flights.stream().anyMatch(each -> each.key.equals(key) && each.block.equals(block));
  }

  private boolean cancel(Key key) {
    for (Flight flight : flights) {
      if (flight.key.equals(key) && flight.fate == Fate.PENDING) {
        flight.fate = Fate.CANCELLED;
        return true;
      }
    }
    return false;
  }

  List<Key> keysOf(String file) {
    List<Key> keys = new ArrayList<>(blocks.keySet());
    keys.removeIf(key -> !key.file().equals(file));
    keys.sort(Comparator.comparingLong(Key::offset));
    return keys;
  }

  /**
   * Returns the raw length of a block.
   *
   * @param stored its stored length, which is less if it is packed
   */
  int rawLength(Key key, int stored) {
    Block block = blocks.get(key);
    return packs && block != null && stored < block.length ? block.length : stored;
  }

  int lengthOf(Key key) {
    Block block = blocks.get(key);
    assertThat(block).as("contains %s", key).isNotNull();
    return block.length;
  }

  // ---- idle

  /**
   * Compares contents and counters with those of the idle store.
   *
   * @param pinned whether any slot is pinned
   */
  void compareIdle(boolean pinned) {
    int cancelled = 0;
    for (Flight flight : flights) {
      if (flight.fails) {
        failing++;
      } else if (flight.fate == Fate.PENDING) {
        blocks.put(flight.key, flight.block);
      } else {
        cancelled++;
      }
    }
    List<Key> missing = new ArrayList<>();
    for (Key key : blocks.keySet()) {
      if (!store.contains(key.file(), key.offset())) {
        missing.add(key);
      }
    }
    blocks.keySet().removeAll(missing);
    StoreStatistics now = store.statistics();
    compareCounters(now, cancelled, missing.size() + knownLost);
    compareContents(now, pinned);
    reset(now);
  }

  private void compareCounters(StoreStatistics now, int cancelled, int lost) {
    long noRoom = rejectedForLackOfSlots();
    long forRoom = now.evictedForRoom() - last.evictedForRoom();
    long byRequest = now.evictedByRequest() - last.evictedByRequest();
    if (!mayLose) {
      assertThat(forRoom + noRoom + lost).as("evictions while slots were free").isZero();
    }
    assertThat(now.offered() - last.offered()).as("inserts").isEqualTo(inserted);
    assertThat(now.written() + sum(now)).as("written and rejected").isEqualTo(now.offered());
    assertThat(rejected(now, Rejection.ALREADY_CACHED)).as("already cached").isEqualTo(already);
    assertThat(rejected(now, Rejection.TOO_LARGE)).as("too large").isEqualTo(tooLarge);
    if (noRoom == 0) {
      assertThat(rejected(now, Rejection.WRITE_FAILED)).as("failed").isEqualTo(failing);
      assertThat(rejected(now, Rejection.EVICTED_IN_FLIGHT)).as("cancelled").isEqualTo(cancelled);
      assertThat(forRoom + byRequest)
          .as("evicted")
          .isBetween((long) lost + requested, (long) lost + requested + maybeTwice);
    } else {
      assertThat(rejected(now, Rejection.WRITE_FAILED)).as("failed").isLessThanOrEqualTo(failing);
      assertThat(forRoom + byRequest + noRoom)
          .as("evicted or rejected")
          .isGreaterThanOrEqualTo(lost + requested);
    }
  }

  private void compareContents(StoreStatistics now, boolean pinned) {
    Map<Key, Integer> stored = storedLengths();
    assertThat(now.blocks()).as("blocks").isEqualTo(blocks.size());
    assertThat(stored.keySet()).as("blocks in the lists of files").isEqualTo(blocks.keySet());
    long bytes = stored.values().stream().mapToLong(Integer::longValue).sum();
    assertThat(now.bytes()).as("bytes").isEqualTo(bytes).isLessThanOrEqualTo(now.bucketBytes());
    comparePacked(stored);
    assertThat(now.blocksInFlight() + now.bytesInFlight()).as("left in flight").isZero();
    if (!pinned) {
      assertThat(now.bucketBytes()).as("memory").isLessThanOrEqualTo(now.configuredBytes());
    }
    assertThat(now.bucketBytes() % BucketLayout.BUCKET_BYTES).isZero();
    assertThat(store.inspection().files())
        .containsExactlyInAnyOrderElementsOf(
            blocks.keySet().stream().map(Key::file).distinct().toList());
  }

  /** Returns the stored lengths of the blocks of all files. */
  private Map<Key, Integer> storedLengths() {
    Map<Key, Integer> stored = new HashMap<>();
    for (String name : store.inspection().files()) {
      store
          .inspection()
          .forEachOf(
              name,
              (file, offset, length, attributes, stamp, inMemory, pinned) ->
                  assertThat(stored.put(new Key(file, offset), length))
                      .as("%s@%d visited twice", file, offset)
                      .isNull());
    }
    return stored;
  }

  /** A block's stored length is its raw length, or less if it is packed. */
  private void comparePacked(Map<Key, Integer> stored) {
    long packed = 0;
    long packedBytes = 0;
    for (Map.Entry<Key, Integer> each : stored.entrySet()) {
      int raw = lengthOf(each.getKey());
      int length = each.getValue();
      if (packs && length < raw) {
        packed++;
        packedBytes += length;
      } else {
        assertThat(length).as("length of %s", each.getKey()).isEqualTo(raw);
      }
    }
    CompressionStatistics statistics = store.packing().statistics();
    assertThat(statistics.packedBlocks()).as("packed blocks").isEqualTo(packed);
    assertThat(statistics.packedBytes()).as("packed bytes").isEqualTo(packedBytes);
  }

  private void reset(StoreStatistics now) {
    last = now;
    flights.clear();
    idle = true;
    mayLose = false;
    inserted = 0;
    already = 0;
    tooLarge = 0;
    failing = 0;
    requested = 0;
    knownLost = 0;
    maybeTwice = 0;
  }

  private long rejected(StoreStatistics now, Rejection reason) {
    return now.rejected(reason) - last.rejected(reason);
  }

  private static long sum(StoreStatistics now) {
    return now.rejected().values().stream().mapToLong(Long::longValue).sum();
  }
}
