package io.strata.readpath.region;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.testing.Blocks;
import java.nio.ByteBuffer;
import java.util.concurrent.CountDownLatch;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializer;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * Blocks the only writer thread of a cache while it copies a block, so that further inserts wait in
 * its queue. {@link #close} unblocks the writer.
 */
final class StuckWriter implements AutoCloseable {
  /** The number of blocks that {@link #queue} inserts; less than the queue's capacity. */
  static final int QUEUED = 4;

  private static final int LENGTH = 256 << 10;

  private final CountDownLatch reached = new CountDownLatch(1);
  private final CountDownLatch released = new CountDownLatch(1);
  private final OffHeapBlockCache cache;

  StuckWriter(OffHeapBlockCache cache) throws InterruptedException {
    this.cache = cache;
    cache.cacheBlock(Blocks.key("stuck", 0, BlockType.DATA), new Stuck());
    reached.await();
  }

  /** Inserts blocks of a file at offsets 0, 1 and so on, and checks that they are waiting. */
  void queue(String file, int bytes) {
    long inFlight = cache.statistics().blocksInFlight();
    for (int i = 0; i < QUEUED; i++) {
      cache.cacheBlock(
          Blocks.key(file, i, BlockType.DATA), Blocks.onHeap(file, BlockType.DATA, i, bytes));
    }
    assertThat(cache.statistics().blocksInFlight() - inFlight).isEqualTo(QUEUED);
  }

  @Override
  public void close() {
    released.countDown();
  }

  /** A block whose serialization waits. */
  private final class Stuck implements Cacheable {
    @Override
    public int getSerializedLength() {
      return LENGTH;
    }

    @Override
    public void serialize(ByteBuffer destination, boolean includeNextBlockMetadata) {
      reached.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    @Override
    public CacheableDeserializer<Cacheable> getDeserializer() {
      return HFileBlock.BLOCK_DESERIALIZER;
    }

    @Override
    public BlockType getBlockType() {
      return BlockType.DATA;
    }

    @Override
    public long heapSize() {
      return LENGTH;
    }
  }
}
