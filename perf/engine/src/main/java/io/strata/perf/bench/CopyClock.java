package io.strata.perf.bench;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.io.ByteBuffAllocator;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.nio.ByteBuff;

/**
 * Measures the CPU time that a thread of a cache spends between the starts of two block copies: the
 * copy and the eviction work that precedes the next one. Waiting takes no CPU time. Thread-safe.
 */
final class CopyClock {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final HFileContext CONTEXT = new HFileContextBuilder().build();

  private final AtomicLong longest = new AtomicLong();
  private volatile Object period = new Object();

  /** The start of a thread's last copy, in its CPU time, and the period of that copy. */
  private record Last(Object period, long nanos) {}

  private final ThreadLocal<Last> last = ThreadLocal.withInitial(() -> new Last(this, 0));

  private final long inserter = Thread.currentThread().getId();

  /** Returns the longest time so far, in nanoseconds. */
  long longest() {
    return longest.get();
  }

  /** Discards all times so far; must not be called during copies. */
  void reset() {
    period = new Object();
    longest.set(0);
  }

  /** Returns a new block whose copies are timed. */
  HFileBlock watch(int bytes, long offset) {
    return new WatchedBlock(ByteBuffer.allocate(bytes), offset);
  }

  private void onCopy() {
    if (Thread.currentThread().getId() == inserter) {
      return;
    }
    long now = THREADS.getCurrentThreadCpuTime();
    Last before = last.get();
    if (before.period == period) {
      longest.accumulateAndGet(now - before.nanos, Math::max);
    }
    last.set(new Last(period, now));
  }

  /** A block that reports the two calls by which caches copy its bytes. */
  private final class WatchedBlock extends HFileBlock {
    WatchedBlock(ByteBuffer buffer, long offset) {
      super(
          BlockType.DATA,
          buffer.capacity() - SampleBlocks.HEADER,
          buffer.capacity() - SampleBlocks.HEADER,
          -1,
          ByteBuff.wrap(buffer),
          FILL_HEADER,
          offset,
          -1,
          buffer.capacity(),
          CONTEXT,
          ByteBuffAllocator.HEAP);
    }

    @Override
    public void serialize(ByteBuffer destination, boolean includeNextBlockMetadata) {
      onCopy();
      super.serialize(destination, includeNextBlockMetadata);
    }

    @Override
    public ByteBuff getBufferReadOnly() {
      onCopy();
      return super.getBufferReadOnly();
    }
  }
}
