package io.strata.perf.stream.engine;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.CompressionType;
import org.rocksdb.LRUCache;
import org.rocksdb.Options;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteOptions;

/**
 * RocksDB as a cache: without a write-ahead log, compression or checksum verification, with large
 * write buffers, Bloom filters and a block cache.
 *
 * <p>Appends do not use the merge operator, with which each read would combine all operands; a
 * value per append takes one look-up.
 */
final class RocksEngine extends KeyedEngine {
  private static final long WRITE_BUFFER_BYTES = 256L << 20;
  private static final int WRITE_BUFFERS = 4;
  private static final double CACHE_SHARE = 0.5;

  static {
    RocksDB.loadLibrary();
  }

  private final long cacheBytes;
  private final LRUCache blocks;
  private final BloomFilter filter = new BloomFilter();
  private final Options options;
  private final WriteOptions writes = new WriteOptions().setDisableWAL(true);
  private final ReadOptions reads = new ReadOptions().setVerifyChecksums(false);
  private final RocksDB db;

  RocksEngine(Sizing sizing, Path folder) {
    super(sizing.entries());
    this.cacheBytes = (long) (sizing.netBytes() * CACHE_SHARE) + WRITE_BUFFER_BYTES;
    this.blocks = new LRUCache(cacheBytes);
    this.options =
        new Options()
            .setCreateIfMissing(true)
            .setCompressionType(CompressionType.NO_COMPRESSION)
            .setWriteBufferSize(WRITE_BUFFER_BYTES)
            .setMaxWriteBufferNumber(WRITE_BUFFERS)
            .setMaxBackgroundJobs(Runtime.getRuntime().availableProcessors())
            .setTableFormatConfig(
                new BlockBasedTableConfig().setBlockCache(blocks).setFilterPolicy(filter));
    try {
      this.db = RocksDB.open(options, folder.resolve("rocksdb").toString());
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(long key) {
    return ByteBuffer.allocate(Long.BYTES).putLong(key).array();
  }

  @Override
  void put(long key, byte[] data) {
    try {
      db.put(writes, bytes(key), data);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  int get(long key, byte[] into) {
    try {
      return db.get(reads, bytes(key), into);
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  void remove(long key) {
    try {
      db.delete(writes, bytes(key));
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  void removeAll(long from, long to) {
    try {
      db.deleteRange(writes, bytes(from), bytes(to));
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public long configuredBytes() {
    return cacheBytes + WRITE_BUFFERS * WRITE_BUFFER_BYTES;
  }

  @Override
  public void close() {
    db.close();
    reads.close();
    writes.close();
    options.close();
    filter.close();
    blocks.close();
  }
}
