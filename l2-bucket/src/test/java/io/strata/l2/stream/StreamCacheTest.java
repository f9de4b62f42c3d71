package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.nio.ReadOnlyBufferException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class StreamCacheTest {
  private static final int BLOCK = StreamLayout.BLOCK_BYTES;
  private static final int ALL = StreamLayout.USABLE_BLOCKS * BLOCK;

  @Test
  void entryOfAnyLengthIsReadUnchanged() {
    try (TestCache test = new TestCache(2)) {
      StreamCache cache = test.cache();
      for (int length :
          new int[] {0, 1, 100, BLOCK - 1, BLOCK, BLOCK + 1, 10_000, 100_000, ALL, ALL + 1}) {
        ByteBuffer data = TestCache.bytes(length, 0, length);
        int address = cache.insert(data);
        assertThat(data.position()).isZero();
        assertThat(test.read(address)).isEqualTo(TestCache.array(length, 0, length));
        assertThat(cache.statistics().usedBlocks()).isEqualTo(StreamLayout.blocksFor(length));
        assertThat(cache.delete(address)).isTrue();
        assertThat(cache.delete(address)).isFalse();
        assertThat(cache.get(address)).isNull();
        test.proveEmpty();
      }
    }
  }

  @Test
  void dataMayBeOffHeapAndHaveAnOffset() {
    try (TestCache test = new TestCache(1)) {
      ByteBuffer data = ByteBuffer.allocateDirect(30_000);
      data.put(TestCache.bytes(7, 0, 30_000)).position(1_000).limit(21_000);
      int address = test.cache().insert(data);
      assertThat(test.read(address)).isEqualTo(TestCache.array(7, 1_000, 20_000));
      data.clear().position(21_000);
      int longer = test.cache().append(address, 20_000, data);
      assertThat(test.read(longer)).isEqualTo(TestCache.array(7, 1_000, 29_000));
      assertThat(test.cache().delete(longer)).isTrue();
    }
  }

  @Test
  void appendAddsBytesAtTheEnd() {
    try (TestCache test = new TestCache(2)) {
      StreamCache cache = test.cache();
      int length = 0;
      int address = cache.insert(ByteBuffer.allocate(0));
      int[] steps = {1, 0, 99, BLOCK - 101, 1, 1, 2 * BLOCK - 1, 3, 50_000, ALL / 2, ALL};
      for (int step : steps) {
        address = cache.append(address, length, TestCache.bytes(3, length, step));
        assertThat(address).isNotEqualTo(StreamCache.NONE);
        length += step;
        assertThat(test.read(address)).isEqualTo(TestCache.array(3, 0, length));
        assertThat(cache.statistics().usedBlocks()).isEqualTo(StreamLayout.blocksFor(length));
      }
      assertThat(cache.delete(address)).isTrue();
    }
  }

  @Test
  void appendRequiresTheExpectedLength() {
    try (TestCache test = new TestCache(1)) {
      StreamCache cache = test.cache();
      int address = cache.insert(TestCache.bytes(1, 0, 10_000));
      for (int wrong : new int[] {0, 9_999, 10_001, 10_000 - BLOCK, 10_000 + BLOCK}) {
        assertThat(cache.append(address, wrong, TestCache.bytes(2, 0, 10)))
            .isEqualTo(StreamCache.NONE);
      }
      assertThat(cache.append(address, 10_000, TestCache.bytes(1, 10_000, 10))).isEqualTo(address);
      assertThat(cache.append(address, 10_000, TestCache.bytes(2, 0, 10)))
          .isEqualTo(StreamCache.NONE);
      assertThat(test.read(address)).isEqualTo(TestCache.array(1, 0, 10_010));
      assertThatThrownBy(() -> cache.append(address, Integer.MAX_VALUE, ByteBuffer.allocate(1)))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Insert a new entry");
      cache.delete(address);
      assertThat(cache.append(address, 10_010, TestCache.bytes(1, 0, 10)))
          .isEqualTo(StreamCache.NONE);
    }
  }

  @Test
  void oldAddressOfAnExtendedEntryIsInvalid() {
    try (TestCache test = new TestCache(1)) {
      StreamCache cache = test.cache();
      for (int length : new int[] {BLOCK, 2 * BLOCK}) {
        int address = cache.insert(TestCache.bytes(1, 0, length));
        int next = cache.append(address, length, TestCache.bytes(1, length, 1));
        assertThat(next).isNotEqualTo(address);
        assertThat(cache.get(address)).isNull();
        assertThat(cache.delete(address)).isFalse();
        assertThat(cache.append(address, length, ByteBuffer.allocate(1)))
            .isEqualTo(StreamCache.NONE);
        assertThat(cache.delete(next)).isTrue();
      }
    }
  }

  @Test
  void viewDoesNotChangeWithItsEntry() {
    try (TestCache test = new TestCache(1)) {
      StreamCache cache = test.cache();
      for (int length : new int[] {100, BLOCK, 3 * BLOCK + 5}) {
        int address = cache.insert(TestCache.bytes(9, 0, length));
        StreamView before = cache.get(address);
        int longer = cache.append(address, length, TestCache.bytes(9, length, 2 * BLOCK));
        StreamView after = cache.get(longer);
        assertThat(cache.delete(longer)).isTrue();
        assertThat(cache.get(longer)).isNull();
        assertThat(cache.delete(longer)).isFalse();
        assertThat(cache.statistics().deletedInUse()).isEqualTo(1);
        // This would use its blocks if they were free.
        int all = (int) cache.statistics().freeBlocks() * BLOCK;
        int other = cache.insert(ByteBuffer.allocate(all));
        assertThat(before.toByteArray()).isEqualTo(TestCache.array(9, 0, length));
        before.release();
        assertThat(after.toByteArray()).isEqualTo(TestCache.array(9, 0, length + 2 * BLOCK));
        assertThatThrownBy(before::release).isInstanceOf(IllegalStateException.class);
        after.release();
        cache.delete(other);
        test.proveEmpty();
      }
    }
  }

  @Test
  void replacedEntryKeepsItsViews() {
    try (TestCache test = new TestCache(1)) {
      StreamCache cache = test.cache();
      int address = cache.insert(TestCache.bytes(1, 0, 5_000));
      try (StreamView old = cache.get(address)) {
        int next = cache.replace(address, TestCache.bytes(2, 0, 7_000));
        assertThat(old.toByteArray()).isEqualTo(TestCache.array(1, 0, 5_000));
        assertThat(test.read(next)).isEqualTo(TestCache.array(2, 0, 7_000));
        assertThat(cache.get(address)).isNull();
        assertThat(cache.replace(address, TestCache.bytes(2, 0, 7_000)))
            .isEqualTo(StreamCache.NONE);
        assertThat(cache.delete(next)).isTrue();
      }
    }
  }

  @Test
  void viewReadsRangesAndChecksBounds() {
    try (TestCache test = new TestCache(1)) {
      StreamCache cache = test.cache();
      int address = scattered(cache, 40);
      int length = 40 * BLOCK - 7;
      try (StreamView view = cache.get(address)) {
        assertThat(view.length()).isEqualTo(length);
        assertThat(view.pieces()).isGreaterThan(1).isEqualTo(view.buffers().size());
        ByteBuffer part = ByteBuffer.allocate(3 * BLOCK);
        for (int from = 0; from + 3 * BLOCK < length; from += BLOCK - 1) {
          view.copyTo(part.clear(), from, 3 * BLOCK);
          assertThat(part.flip()).isEqualTo(TestCache.bytes(5, from, 3 * BLOCK));
          assertThat(view.get(from)).isEqualTo(TestCache.byteAt(5, from));
        }
        view.copyTo(part.clear(), length, 0);
        assertThat(part.position()).isZero();
        ByteBuffer all = ByteBuffer.allocate(length);
        view.buffers().forEach(all::put);
        assertThat(all.flip()).isEqualTo(TestCache.bytes(5, 0, length));
        assertThatThrownBy(() -> view.get(length)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.copyTo(ByteBuffer.allocate(9), length - 8, 9))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.copyTo(ByteBuffer.allocate(7), 0, 8))
            .isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> view.buffers().get(0).put(0, (byte) 0))
            .isInstanceOf(ReadOnlyBufferException.class);
      }
      assertThat(cache.delete(address)).isTrue();
    }
  }

  /** Returns an entry whose every second block was another entry's, which is deleted. */
  private static int scattered(StreamCache cache, int blocks) {
    List<Integer> others = new ArrayList<>();
    while (cache.statistics().freeBlocks() > 0) {
      others.add(cache.insert(ByteBuffer.allocate(1)));
    }
    List<Integer> rest = new ArrayList<>();
    for (int i = 0; i < others.size(); i++) {
      if (i % 2 == 0 && i < 2 * blocks) {
        cache.delete(others.get(i));
      } else {
        rest.add(others.get(i));
      }
    }
    int address = cache.insert(TestCache.bytes(5, 0, blocks * BLOCK - 7));
    rest.forEach(cache::delete);
    return address;
  }

  @Test
  void longEntryHasFewRuns() {
    try (TestCache test = new TestCache((16 << 20) / StreamLayout.BUFFER_BYTES)) {
      StreamCache cache = test.cache();
      int entries = 10;
      int[] addresses = new int[entries];
      int length = 0;
      for (int i = 0; i < entries; i++) {
        addresses[i] = cache.insert(ByteBuffer.allocate(0));
      }
      while (length < 1 << 20) {
        for (int i = 0; i < entries; i++) {
          addresses[i] = cache.append(addresses[i], length, TestCache.bytes(i, length, 1_000));
        }
        length += 1_000;
      }
      for (int i = 0; i < entries; i++) {
        try (StreamView view = cache.get(addresses[i])) {
          assertThat(view.pieces()).as("pieces of %d blocks", length / BLOCK).isLessThan(20);
          assertThat(view.toByteArray()).isEqualTo(TestCache.array(i, 0, length));
        }
        assertThat(cache.delete(addresses[i])).isTrue();
      }
    }
  }

  @Test
  void fullCacheCallsItsCallbackAndThenThrows() {
    List<Integer> asked = new ArrayList<>();
    List<Integer> addresses = new ArrayList<>();
    StreamCache[] self = new StreamCache[1];
    StreamOptions options =
        StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES)
            .withWaitMillis(0)
            .whenFull(
                blocks -> {
                  asked.add(blocks);
                  return !addresses.isEmpty() && self[0].delete(addresses.remove(0));
                });
    try (TestCache test = new TestCache(options)) {
      StreamCache cache = test.cache();
      self[0] = cache;
      addresses.add(cache.insert(ByteBuffer.allocate(ALL - BLOCK)));
      int last = cache.insert(TestCache.bytes(1, 0, 100));
      int longer = cache.append(last, 100, TestCache.bytes(1, 100, 2 * BLOCK));
      assertThat(asked).containsExactly(2);
      assertThat(test.read(longer)).isEqualTo(TestCache.array(1, 0, 100 + 2 * BLOCK));
      assertThatThrownBy(() -> cache.insert(ByteBuffer.allocate(ALL)))
          .isInstanceOf(CacheFullException.class)
          .hasMessageContaining("has no " + StreamLayout.USABLE_BLOCKS + " free blocks")
          .hasMessageContaining("enlarge the cache");
      assertThat(asked).hasSize(2);
      assertThatThrownBy(() -> cache.append(longer, 100 + 2 * BLOCK, ByteBuffer.allocate(ALL)))
          .isInstanceOf(CacheFullException.class);
      assertThat(test.read(longer)).isEqualTo(TestCache.array(1, 0, 100 + 2 * BLOCK));
      assertThat(cache.append(longer, 100 + 2 * BLOCK, ByteBuffer.allocate(10))).isEqualTo(longer);
      assertThat(cache.statistics().usedBlocks()).isEqualTo(3);
      assertThat(cache.delete(longer)).isTrue();
    }
  }

  @Test
  void fullCacheWaitsForDeletionsByOthers() throws Exception {
    StreamOptions options =
        StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES).withWaitMillis(600_000);
    try (TestCache test = new TestCache(options)) {
      StreamCache cache = test.cache();
      int all = cache.insert(ByteBuffer.allocate(ALL));
      StreamView view = cache.get(all);
      cache.delete(all);
      int[] address = {StreamCache.NONE};
      Thread writer = new Thread(() -> address[0] = cache.insert(TestCache.bytes(1, 0, 9_000)));
      writer.start();
      while (writer.isAlive() && writer.getState() != Thread.State.TIMED_WAITING) {
        Thread.onSpinWait();
      }
      view.release();
      writer.join();
      assertThat(test.read(address[0])).isEqualTo(TestCache.array(1, 0, 9_000));
      cache.delete(address[0]);
    }
  }

  @Test
  void closedCacheRejectsInsertsAndKeepsViews() {
    StreamCache cache = new StreamCache(StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES));
    int address = cache.insert(TestCache.bytes(1, 0, 9_000));
    StreamView view = cache.get(address);
    cache.close();
    assertThat(view.toByteArray()).isEqualTo(TestCache.array(1, 0, 9_000));
    view.release();
    assertThat(cache.get(address)).isNull();
    assertThat(cache.delete(address)).isFalse();
    assertThatThrownBy(() -> cache.insert(ByteBuffer.allocate(1)))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> cache.append(address, 9_000, ByteBuffer.allocate(1)))
        .isInstanceOf(IllegalStateException.class);
    cache.close();
  }

  @Test
  void viewOfADeletedEntryCanBeReleasedAfterClose() {
    StreamCache cache = new StreamCache(StreamOptions.ofBytes(2L * StreamLayout.BUFFER_BYTES));
    for (int length : new int[] {100, 3 * BLOCK, ALL + 1}) {
      int address = cache.insert(TestCache.bytes(1, 0, length));
      StreamView view = cache.get(address);
      assertThat(cache.delete(address)).isTrue();
      if (length > ALL) {
        cache.close();
      }
      assertThat(view.toByteArray()).isEqualTo(TestCache.array(1, 0, length));
      view.release();
    }
  }

  @Test
  void invalidAddressesAreNotFound() {
    try (TestCache test = new TestCache(1)) {
      for (int address : new int[] {0, 1, 2, 500, StreamLayout.BLOCKS - 1, -1, 1 << 20}) {
        assertThat(test.cache().get(address)).isNull();
        assertThat(test.cache().delete(address)).isFalse();
        assertThat(test.cache().append(address, 0, ByteBuffer.allocate(1)))
            .isEqualTo(StreamCache.NONE);
      }
    }
  }

  @Test
  void invalidOptionsAreRejected() {
    assertThatThrownBy(() -> StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES - 1))
        .hasMessageContaining("Use at least " + StreamLayout.BUFFER_BYTES);
    assertThatThrownBy(() -> StreamOptions.ofBytes(1L << 60)).hasMessageContaining("Use at most");
    assertThatThrownBy(() -> StreamOptions.ofBytes(1L << 30).withWaitMillis(-1))
        .hasMessageContaining("Use 0 or more");
  }
}
