package io.strata.readpath.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.stream.StreamCache;
import io.strata.l2.stream.StreamOptions;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * An entry goes, and its address is another segment's at once: whoever had looked it up must not
 * read or grow that one.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class AddressReuseTest {
  private static final int TIMES = Integer.getInteger("strata.readindex.reuses", 300_000);
  private static final int BYTES = 100;

  private final StreamCache cache =
      new StreamCache(StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES).withWaitMillis(0));
  private final Generations generations = new Generations(StreamLayout.BUFFER_BYTES);
  private final SegmentEntries ours = new SegmentEntries(cache, generations);
  private final SegmentEntries others = new SegmentEntries(cache, generations);

  /** What is to be evicted next. */
  private final AtomicReference<IndexEntry> newest = new AtomicReference<>();

  private volatile boolean done;

  private static ByteBuffer bytes(int value, int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return ByteBuffer.wrap(bytes);
  }

  private IndexEntry add(SegmentEntries to, int value) {
    IndexEntry entry = to.insertIfRoom(0, bytes(value, BYTES));
    to.add(entry);
    return entry;
  }

  @Test
  void aReaderReadsItsOwnSegment() throws Exception {
    run(
        () -> {
          for (int i = 0; i < TIMES; i++) {
            IndexEntry entry = add(ours, 1);
            assertThat(ours.remove(entry, entry.place())).isTrue();
            IndexEntry other = add(others, 2);
            assertThat(others.remove(other, other.place())).isTrue();
          }
          done = true;
          return null;
        },
        () -> {
          while (!done) {
            CachedRead read = ours.read(0, BYTES);
            if (read != null) {
              byte[] found = read.toByteArray();
              read.release();
              assertThat(found[0]).isEqualTo((byte) 1);
              assertThat(found[BYTES - 1]).isEqualTo((byte) 1);
            }
          }
          return null;
        });
  }

  @Test
  void anAppendGrowsItsOwnSegment() throws Exception {
    run(
        () -> {
          for (int i = 0; i < TIMES; i++) {
            IndexEntry entry = add(ours, 1);
            newest.set(entry);
            // Evicted before, after, or meanwhile.
            ours.append(entry, bytes(1, BYTES));
            ours.removeBefore(Long.MAX_VALUE);
          }
          done = true;
          return null;
        },
        () -> {
          while (!done) {
            IndexEntry entry = newest.getAndSet(null);
            if (entry != null) {
              ours.remove(entry, entry.place());
              IndexEntry other = add(others, 2);
              CachedRead read = others.read(0, 3 * BYTES);
              byte[] found = read.toByteArray();
              read.release();
              assertThat(found).hasSize(BYTES).containsOnly(2);
              assertThat(others.remove(other, other.place())).isTrue();
            }
          }
          return null;
        });
  }

  private void run(Callable<Void> first, Callable<Void> second) throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    try {
      for (Future<Void> each : List.of(pool.submit(first), pool.submit(second))) {
        each.get();
      }
    } finally {
      done = true;
      pool.shutdown();
    }
    assertThat(cache.statistics().usedBlocks()).as("blocks that are lost").isZero();
    assertThat(cache.statistics().deletedInUse()).as("entries in use").isZero();
    assertThat(cache.audit()).isEmpty();
    cache.close();
  }
}
