package io.strata.perf.bench;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CachedBlock;

/**
 * Measures single hits on compressed blocks: rows of an HFile are read with Zipfian popularity
 * until a cache of a quarter of the file has compressed blocks; then all its blocks are requested
 * in random order, repeatedly, without other load. Each request is timed from the look-up to the
 * HBase block. A hit counts if it decompressed a block.
 *
 * <p>Command: {@code ./strata bench engine compressed-hits}.
 */
final class PackedHitProbe implements Probe {
  private static final long BYTES = 128L << 20;

  /** Number of compressed blocks in the cache before the first hit. */
  private static final int COMPRESSED = 300;

  private static final int QUICK_COMPRESSED = 20;
  private static final int MAX_ROUNDS = 20;

  /** For the compiler. */
  private static final int WARM_UP_HITS = 1_000;

  private static final int HITS = 2_000;
  private static final int QUICK_HITS = 50;
  private static final int MAX_PASSES = 50;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private final CompressedCase testCase;

  PackedHitProbe(CompressedCase testCase) {
    this.testCase = testCase;
  }

  @Override
  public void measure(CacheKind cache, boolean quick, Sink sink) throws Exception {
    try (DataFile file =
        new DataFile(testCase.data(), testCase.encoding(), testCase.blockBytes(), BYTES)) {
      for (String algorithm : testCase.algorithms()) {
        CompressedCache compressed = new CompressedCache(file, algorithm, testCase);
        fill(compressed, file.keys().size(), quick ? QUICK_COMPRESSED : COMPRESSED);
        if (!quick) {
          hits(compressed, WARM_UP_HITS);
        }
        report(algorithm, hits(compressed, quick ? QUICK_HITS : HITS), sink);
        compressed.close();
      }
    }
  }

  private static void fill(CompressedCache compressed, int readsEach, int enough)
      throws IOException, InterruptedException {
    for (int round = 0; compressed.packedBlocks() < enough; round++) {
      if (round == MAX_ROUNDS) {
        throw new IllegalStateException(compressed.packedBlocks() + " blocks are compressed.");
      }
      compressed.read(readsEach);
      compressed.awaitQuiet();
    }
  }

  private void report(String algorithm, List<Hit> hits, Sink sink) {
    long[] nanos = hits.stream().mapToLong(Hit::nanos).sorted().toArray();
    long[] bytes = hits.stream().mapToLong(Hit::allocatedBytes).sorted().toArray();
    sink.whole(testCase.figure(algorithm, "hit.p50"), nanos[nanos.length / 2]);
    sink.whole(testCase.figure(algorithm, "hit.p99"), nanos[nanos.length * 99 / 100]);
    sink.whole(testCase.figure(algorithm, "hit.bytes"), bytes[bytes.length / 2]);
    sink.whole(testCase.figure(algorithm, "hit.count"), hits.size());
  }

  /** Requests all cached blocks in random order until enough hits decompressed one. */
  private static List<Hit> hits(CompressedCache compressed, int enough)
      throws InterruptedException {
    List<Hit> hits = new ArrayList<>();
    Random random = new Random(1);
    for (int pass = 0; pass < MAX_PASSES && hits.size() < enough; pass++) {
      List<BlockCacheKey> keys = keys(compressed.blocks());
      Collections.shuffle(keys, random);
      for (BlockCacheKey key : keys) {
        long before = compressed.unpacked();
        Hit hit = Hit.of(compressed.blocks(), key);
        if (compressed.unpacked() > before) {
          hits.add(hit);
        }
      }
      compressed.awaitQuiet();
    }
    if (hits.isEmpty()) {
      throw new IllegalStateException("No block was compressed.");
    }
    return hits;
  }

  private static List<BlockCacheKey> keys(BlockCache blocks) {
    List<BlockCacheKey> keys = new ArrayList<>();
    for (CachedBlock each : blocks) {
      keys.add(new BlockCacheKey(each.getFilename(), each.getOffset(), true, each.getBlockType()));
    }
    return keys;
  }

  /**
   * A timed request.
   *
   * @param nanos elapsed time
   * @param allocatedBytes heap allocated by the requesting thread
   */
  private record Hit(long nanos, long allocatedBytes) {
    static Hit of(BlockCache blocks, BlockCacheKey key) {
      long allocated = THREADS.getCurrentThreadAllocatedBytes();
      long begin = System.nanoTime();
      Cacheable block = blocks.getBlock(key, true, false, true);
      long nanos = System.nanoTime() - begin;
      long bytes = THREADS.getCurrentThreadAllocatedBytes() - allocated;
      if (block != null) {
        block.release();
      }
      return new Hit(nanos, bytes);
    }
  }
}
