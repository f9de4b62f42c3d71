package io.strata.l2.stream.segment;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.stream.StreamCache;
import io.strata.l2.stream.StreamOptions;
import io.strata.l2.stream.StreamView;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.Timeout.ThreadMode;

/**
 * An entry is removed, and its address is reused for another segment at once: a thread that looked
 * the entry up before must not read or extend the other one.
 */
@Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = ThreadMode.SEPARATE_THREAD)
class AddressReuseTest {
  private static final int TIMES = Integer.getInteger("strata.readindex.reuses", 1_000_000);
  private static final int BYTES = 100;
  private static final int AT_A_TIME = 8;
  private static final int APPENDERS = 2 * Runtime.getRuntime().availableProcessors();

  private final StreamCache cache =
      new StreamCache(StreamOptions.ofBytes(StreamLayout.BUFFER_BYTES).withWaitMillis(0));
  private final Generations generations = new Generations(StreamLayout.BUFFER_BYTES);
  private final SegmentEntries ours = new SegmentEntries(cache, generations);

  /** The next entry to evict. */
  private record Candidate(SegmentEntries segment, IndexEntry entry) {}

  /** One entry per appender. */
  private final AtomicReferenceArray<Candidate> toEvict = new AtomicReferenceArray<>(APPENDERS);

  private final AtomicInteger appenders = new AtomicInteger();
  private volatile boolean done;

  private static ByteBuffer bytes(int value, int count) {
    byte[] bytes = new byte[count];
    Arrays.fill(bytes, (byte) value);
    return ByteBuffer.wrap(bytes);
  }

  private IndexEntry insert(int value) {
    return ours.tryInsert(0, bytes(value, BYTES));
  }

  private byte[] bytesOf(IndexEntry entry) {
    try (StreamView view = cache.get(IndexEntry.address(entry.location()))) {
      return view.toByteArray();
    }
  }

  @Test
  void readerReadsItsOwnSegment() throws Exception {
    run(
        () -> {
          for (int i = 0; i < TIMES; i++) {
            IndexEntry entry = insert(1);
            ours.add(entry);
            assertThat(ours.remove(entry, entry.location())).isTrue();
            assertThat(cache.delete(IndexEntry.address(insert(2).location()))).isTrue();
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
  void appendExtendsItsOwnSegment() throws Exception {
    run(
        () -> {
          Deque<IndexEntry> others = new ArrayDeque<>();
          for (int i = 0; i < TIMES; i++) {
            Candidate candidate = toEvict.getAndSet(i % APPENDERS, null);
            if (candidate != null) {
              candidate.segment.remove(candidate.entry, candidate.entry.location());
              others.add(insert(2));
            }
            // The entries stay for a while, so that a late thread finds them.
            while (others.size() > (i < TIMES - 1 ? AT_A_TIME : 0)) {
              IndexEntry other = others.remove();
              assertThat(bytesOf(other)).hasSize(BYTES).containsOnly(2);
              cache.delete(IndexEntry.address(other.location()));
            }
          }
          done = true;
          return null;
        },
        () -> {
          int number = appenders.getAndIncrement();
          SegmentEntries mine = new SegmentEntries(cache, generations);
          while (!done) {
            IndexEntry entry = insert(1);
            mine.add(entry);
            toEvict.set(number, new Candidate(mine, entry));
            // Evicts before, after, or during the append.
            mine.append(entry, bytes(1, BYTES));
            mine.removeBefore(Long.MAX_VALUE);
          }
          return null;
        });
  }

  /** Runs more threads than processors of the second kind, so that they are preempted anywhere. */
  private void run(Callable<Void> first, Callable<Void> second) throws Exception {
    ExecutorService pool = Executors.newCachedThreadPool();
    try {
      List<Future<Void>> running = new ArrayList<>();
      running.add(pool.submit(first));
      for (int i = 0; i < APPENDERS; i++) {
        running.add(pool.submit(second));
      }
      for (Future<Void> each : running) {
        each.get();
      }
    } finally {
      done = true;
      pool.shutdown();
    }
    assertThat(cache.statistics().usedBlocks()).as("leaked blocks").isZero();
    assertThat(cache.statistics().deletedInUse()).as("entries in use").isZero();
    assertThat(cache.audit()).isEmpty();
    cache.close();
  }
}
