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
 * The processor time that a thread of a cache spends from the moment at which it begins to copy one
 * block to that at which it begins to copy the next: the copy, and all that it does to make room.
 * Threads that wait in between spend none. Thread-safe.
 */
final class CopyClock {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final HFileContext CONTEXT = new HFileContextBuilder().build();

  private final AtomicLong longest = new AtomicLong();
  private volatile Object period = new Object();

  /** When one thread began its last copy, in its processor time, and in which period that was. */
  private record Last(Object period, long nanos) {}

  private final ThreadLocal<Last> last = ThreadLocal.withInitial(() -> new Last(this, 0));

  private final long inserter = Thread.currentThread().getId();

  /** The longest time so far, in nanoseconds. */
  long longest() {
    return longest.get();
  }

  /** Forgets what was; not while anything is copied. */
  void reset() {
    period = new Object();
    longest.set(0);
  }

  /** A new block whose copying is watched. */
  HFileBlock watch(int bytes, long offset) {
    return new Watch(ByteBuffer.allocate(bytes), offset);
  }

  private void copies() {
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

  /** Caches fetch the bytes by one of these two methods. */
  private final class Watch extends HFileBlock {
    Watch(ByteBuffer buffer, long offset) {
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
      copies();
      super.serialize(destination, includeNextBlockMetadata);
    }

    @Override
    public ByteBuff getBufferReadOnly() {
      copies();
      return super.getBufferReadOnly();
    }
  }
}
