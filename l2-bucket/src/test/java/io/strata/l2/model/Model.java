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
 * What a store has to hold: a plain map, the blocks that are in flight, and what the store's
 * counters must have been raised by since it was last at rest.
 *
 * <p>A store may drop a block to make room, and says how many it dropped: so many of the map's
 * blocks must be missing then, and no more. While there is room, none is.
 */
final class Model {
  record Block(int length, boolean inMemory) {}

  private enum Fate {
    COMES,
    IS_CANCELLED,
    IS_RETIRED
  }

  /** A block handed to a writer, and not heard of since. */
  private static final class Flight {
    final Key key;
    final Block block;
    final boolean fails;
    Fate fate = Fate.COMES;

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

  // Since the store was last at rest.
  private boolean atRest = true;
  private boolean mayLose;
  private int offered;
  private int already;
  private int tooLarge;
  private int failing;
  private int requested;
  private int knownLost;
  private int maybeTwice;

  /**
   * @param packs whether blocks of the store may be packed
   */
  Model(BlockStore<ProvingBlock> store, boolean packs) {
    this.store = store;
    this.packs = packs;
    this.last = store.statistics();
  }

  // ---- what operations answer

  /** A block was offered, and taken or not. */
  void offered(Key key, Block block, boolean fails, boolean fits, boolean taken, boolean byCaller) {
    offered++;
    if (!fits) {
      assertThat(taken).as("took %s, which is too large", key).isFalse();
      tooLarge++;
      return;
    }
    if (!taken) {
      assertThat(blocks.containsKey(key) || isInFlight(key)).as("refused %s", key).isTrue();
      already++;
      return;
    }
    if (refusedForRoom() == 0) {
      assertThat(isInFlight(key)).as("took %s twice", key).isFalse();
    } else {
      flights.removeIf(each -> each.key.equals(key) && each.fate == Fate.COMES);
    }
    if (blocks.containsKey(key)) {
      lose(key);
    }
    atRest = false;
    if (!byCaller) {
      flights.add(new Flight(key, block, fails));
    } else if (fails) {
      failing++;
    } else {
      blocks.put(key, block);
    }
  }

  /** A block was looked for. */
  void found(Key key, boolean found) {
    if (isInFlight(key)) {
      assertThat(found || refusedForRoom() > 0).as("finds %s, which is in flight", key).isTrue();
    } else {
      foundInSlot(key, found);
    }
  }

  /** A block was looked for in slots. */
  void foundInSlot(Key key, boolean found) {
    if (found) {
      assertThat(blocks).as("has what it was not given").containsKey(key);
    } else if (blocks.containsKey(key)) {
      lose(key);
    }
  }

  /** A block was looked for among those in flight. */
  void foundInFlight(Key key, boolean found) {
    if (found || refusedForRoom() == 0) {
      assertThat(found).as("finds %s in flight", key).isEqualTo(isInFlight(key));
    }
  }

  /** A block was evicted; {@code evicted} says whether it was there. */
  void evicted(Key key, boolean evicted) {
    if (cancel(key)) {
      assertThat(evicted || refusedForRoom() > 0).as("evicts %s in flight", key).isTrue();
    } else if (evicted) {
      assertThat(blocks).as("evicted what it had not").containsKey(key);
      blocks.remove(key);
      requested++;
    } else if (blocks.containsKey(key)) {
      lose(key);
    }
    atRest = false;
  }

  /** A file was closed, which had so many blocks in slots. */
  void fileEvicted(String file, int count) {
    for (Flight flight : flights) {
      if (flight.key.file().equals(file)) {
        flight.fate = Fate.IS_RETIRED;
      }
    }
    List<Key> keys = keysOf(file);
    expectEvicted(keys, count);
    atRest = false;
  }

  /** A range of a file was evicted, which had so many blocks in slots and in flight. */
  void rangeEvicted(String file, long from, long to, int count) {
    List<Key> keys = keysOf(file);
    keys.removeIf(key -> key.offset() < from || key.offset() > to);
    int inFlight = 0;
    for (long offset = from; offset <= to; offset++) {
      inFlight += cancel(new Key(file, offset)) ? 1 : 0;
    }
    expectEvicted(keys, count - inFlight);
    atRest = false;
  }

  private void expectEvicted(List<Key> keys, int count) {
    if (atRest) {
      assertThat(count).as("evicted, of %s", keys).isEqualTo(keys.size());
    } else {
      // A block that is being moved lies in two slots for a moment, and counts as two.
      assertThat(count).as("evicted, of %s", keys).isLessThanOrEqualTo(keys.size() + 1);
      maybeTwice++;
    }
    blocks.keySet().removeAll(keys);
    requested += Math.min(count, keys.size());
    knownLost += Math.max(0, keys.size() - count);
  }

  /** These blocks are in slots. */
  void seen(Map<Key, Block> seen) {
    if (atRest) {
      assertThat(seen).as("blocks in slots").isEqualTo(blocks);
    } else {
      seen.forEach(
          (key, block) ->
              assertThat(block.equals(blocks.get(key)) || isFlight(key, block))
                  .as("%s in slots: %s", key, block)
                  .isTrue());
    }
  }

  // ---- what may be lost

  /** A block of so many bytes comes: others may go only if it may take the last empty bucket. */
  void mayLose(int length) {
    int slotsAtMost = 1 + length / SizeClasses.LARGEST_LEARNT;
    mayLose |= !atRest || store.statistics().emptyBuckets() <= slotsAtMost;
  }

  /** A block is read: if it is packed, others may go for the slot that it is unpacked into. */
  void mayUnpack() {
    if (store.packing().statistics().packedBlocks() > 0) {
      mayLose |= !atRest || store.statistics().emptyBuckets() <= 1;
      atRest = false;
    }
  }

  /** The background is given work that may cost blocks, and nobody may wait for it. */
  void mayLoseAnything() {
    mayLose = true;
    atRest = false;
  }

  /** A block that the map has is not in the store: it made room, in the background, since. */
  private void lose(Key key) {
    assertThat(atRest).as("lost %s", key).isFalse();
    blocks.remove(key);
    knownLost++;
  }

  private long refusedForRoom() {
    return store.statistics().rejected(Rejection.NO_ROOM) - last.rejected(Rejection.NO_ROOM);
  }

  // ---- flights

  private boolean isInFlight(Key key) {
    return flights.stream().anyMatch(each -> each.key.equals(key) && each.fate == Fate.COMES);
  }

  private boolean isFlight(Key key, Block block) {
    return flights.stream().anyMatch(each -> each.key.equals(key) && each.block.equals(block));
  }

  private boolean cancel(Key key) {
    for (Flight flight : flights) {
      if (flight.key.equals(key) && flight.fate == Fate.COMES) {
        flight.fate = Fate.IS_CANCELLED;
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
   * Returns how long a block is that is stored in so many bytes.
   *
   * @param stored fewer than that when it is packed
   */
  int rawLength(Key key, int stored) {
    Block block = blocks.get(key);
    return packs && block != null && stored < block.length ? block.length : stored;
  }

  int lengthOf(Key key) {
    Block block = blocks.get(key);
    assertThat(block).as("has %s", key).isNotNull();
    return block.length;
  }

  // ---- at rest

  /**
   * Compares all with all, and the counters with what was done. The store is at rest.
   *
   * @param pinned whether any slot is
   */
  void compareAtRest(boolean pinned) {
    int cancelled = 0;
    for (Flight flight : flights) {
      if (flight.fails) {
        failing++;
      } else if (flight.fate == Fate.COMES) {
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
    startAnew(now);
  }

  private void compareCounters(StoreStatistics now, int cancelled, int lost) {
    long noRoom = refusedForRoom();
    long forRoom = now.evictedForRoom() - last.evictedForRoom();
    long byRequest = now.evictedByRequest() - last.evictedByRequest();
    if (!mayLose) {
      assertThat(forRoom + noRoom + lost).as("went although there was room").isZero();
    }
    assertThat(now.offered() - last.offered()).as("offered").isEqualTo(offered);
    assertThat(now.written() + sum(now)).as("written and refused").isEqualTo(now.offered());
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
      assertThat(forRoom + byRequest + noRoom).as("gone").isGreaterThanOrEqualTo(lost + requested);
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

  /** What the headers say of the blocks of all files. */
  private Map<Key, Integer> storedLengths() {
    Map<Key, Integer> stored = new HashMap<>();
    for (String name : store.inspection().files()) {
      store
          .inspection()
          .forEachOf(
              name,
              (file, offset, length, attributes, stamp, inMemory, pinned) ->
                  assertThat(stored.put(new Key(file, offset), length))
                      .as("%s@%d before", file, offset)
                      .isNull());
    }
    return stored;
  }

  /** A block is stored in fewer bytes than it has if it is packed, and in as many otherwise. */
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

  private void startAnew(StoreStatistics now) {
    last = now;
    flights.clear();
    atRest = true;
    mayLose = false;
    offered = 0;
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
