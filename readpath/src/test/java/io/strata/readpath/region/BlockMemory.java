package io.strata.readpath.region;

import io.strata.readpath.blockcache.StrataSecondLevel;
import io.strata.readpath.cache.StrataCache;
import java.nio.ByteBuffer;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.util.UnsafeAccess;

/** The addresses of the cache's data blocks. */
final class BlockMemory {
  private record Place(BlockCacheKey key, long from, int bytes) {}

  private final NavigableMap<Long, Place> places = new TreeMap<>();

  /** Records the blocks that are in slots now: looks each up and releases it. */
  BlockMemory(StrataCache cache) {
    for (CachedBlock listed : new StrataSecondLevel(cache.offHeap())) {
      BlockCacheKey key =
          new BlockCacheKey(listed.getFilename(), listed.getOffset(), true, BlockType.DATA);
      HFileBlock block = (HFileBlock) cache.getBlock(key, true, false, false);
      try {
        ByteBuffer[] memory = block.getBufferReadOnly().nioByteBuffers();
        if (memory.length != 1 || !memory[0].isDirect()) {
          throw new AssertionError("Block " + key + " is not in one piece off the heap.");
        }
        long from = UnsafeAccess.directBufferAddress(memory[0]);
        places.put(from, new Place(key, from, memory[0].limit()));
      } finally {
        block.release();
      }
    }
  }

  int blocks() {
    return places.size();
  }

  /** Returns the block whose memory contains these bytes, if there is one. */
  Optional<BlockCacheKey> blockWith(ByteBuffer buffer, int position, int length) {
    if (!buffer.isDirect()) {
      return Optional.empty();
    }
    long from = UnsafeAccess.directBufferAddress(buffer) + position;
    return Optional.ofNullable(places.floorEntry(from))
        .map(entry -> entry.getValue())
        .filter(place -> from + length <= place.from + place.bytes)
        .map(Place::key);
  }
}
