package io.strata.readpath.l2;

import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.l2.BlockStore;
import io.strata.l2.evict.Victim;
import io.strata.readpath.l3.FlashRead;
import io.strata.readpath.l3.FlashTier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The level on disks over a {@link FlashTier}. Thread-safe.
 *
 * <p>The words that memory keeps beside a block are full of numbers that mean something in this
 * process alone, and what lies on a disk may be read by the next one, and by another HBase. So a
 * block comes back by what its own bytes say: type, sizes, checksums. Only the allocator into whose
 * memory a packed block is unpacked is in no header; its number goes along with the stamp of the
 * codec that gave it. Where that is another's, the block is unpacked to the heap.
 *
 * <p>A file's blocks may be evicted while one of them is on its way to the disks. Who evicts them
 * first marks the file in memory, and then clears this level; who writes a block looks for that
 * mark after it was written. So one of the two takes the block away. A single block's eviction
 * leaves no mark, and the block may stay on the disk: its bytes are still those of the file.
 */
final class FlashLevel implements DiskLevel {
  private static final Logger LOG = LoggerFactory.getLogger(FlashLevel.class);

  private static final int IN_MEMORY = 1;
  private static final int ALLOCATOR_SHIFT = 1;

  /** Above all allocators' numbers: the block is packed as it was in memory. */
  private static final int PACKED = 1 << 31;

  private final FlashTier tier;
  private final FlashStore store;
  private final BlockCodec codec;
  private final PlainFiles plainFiles;
  private final Function<ByteBuffer, @Nullable ByteBuff> unpack;
  private final Scans scans = new Scans();

  /**
   * @param unpack unpacks a block, or answers null when there is no room for it
   */
  FlashLevel(
      FlashTier tier,
      BlockCodec codec,
      PlainFiles plainFiles,
      Function<ByteBuffer, @Nullable ByteBuff> unpack) {
    this.tier = tier;
    this.store = tier.store();
    this.codec = codec;
    this.plainFiles = plainFiles;
    this.unpack = unpack;
  }

  // ---- down

  @Override
  public void evicted(Victim victim) {
    if (mayBeWritten(victim)) {
      var unused = offer(victim, victim.wasReadAgain());
    }
  }

  @Override
  public boolean wants(Victim victim) {
    return mayBeWritten(victim) && !store.contains(victim.file(), victim.offset());
  }

  /** Whether a block may lie on the disks as they are written. */
  boolean mayBeWritten(Victim victim) {
    return !mustStay(victim.file(), victim.attributes());
  }

  /**
   * Offers a block that {@link #mayBeWritten} to the disks.
   *
   * @param readAgain as of {@link FlashStore#insert(String, long, io.strata.flash.BlockSource,
   *     boolean)}
   * @return null when it is kept, or the reason why it is not
   */
  @Nullable Rejection offer(Victim victim, boolean readAgain) {
    String file = victim.file();
    SpilledBlock block =
        new SpilledBlock(
            victim.storedLength(),
            victim::writeStoredTo,
            Attributes.onDiskSize(victim.attributes()),
            wordsOf(victim.attributes(), victim.inMemory()) | (victim.isPacked() ? PACKED : 0),
            codec.stamp());
    Rejection rejection = store.insert(file, victim.offset(), block, readAgain);
    if (victim.isForgotten()) {
      store.evictFile(file);
    }
    return rejection;
  }

  private boolean mustStay(String file, long attributes) {
    return !plainFiles.mayBeWritten(file, tier.isEncrypted(), BlockCodec.isBlockOfFile(attributes));
  }

  private static int wordsOf(long attributes, boolean inMemory) {
    int allocator = Attributes.allocator(attributes);
    return allocator << ALLOCATOR_SHIFT | (inMemory ? IN_MEMORY : 0);
  }

  @Override
  public void passThrough(String file, long offset, CacheableSource block) {
    if (tier.isAlone()) {
      write(file, offset, block, false);
    }
  }

  @Override
  public void writeThrough(String file, long offset, CacheableSource block) {
    write(file, offset, block, true);
  }

  private void write(String file, long offset, CacheableSource block, boolean readAgain) {
    if (mustStay(file, block.attributes())) {
      return;
    }
    SpilledBlock leaving =
        new SpilledBlock(
            block.length(),
            memory -> block.writeTo(memory, 0),
            Attributes.onDiskSize(block.attributes()),
            wordsOf(block.attributes(), block.inMemory()),
            codec.stamp());
    store.insert(file, offset, leaving, readAgain);
  }

  // ---- back

  @Override
  public @Nullable BlockFromFlash find(
      String file, long offset, boolean caching, Consumer<BlockFromFlash> followers) {
    int readsBefore = tier.isAlone() ? scans.readsBefore(file, offset) : 0;
    if (!Scans.isScan(readsBefore)) {
      FlashRead read = tier.read(file, offset, caching);
      BlockFromFlash block = read == null ? null : decode(file, read);
      ended(file, block, readsBefore);
      return block;
    }
    BlockFromFlash first = null;
    BlockFromFlash last = null;
    for (FlashRead read : tier.readRun(file, offset, caching)) {
      last = decode(file, read);
      if (read.offset() == offset) {
        first = last;
      } else if (last != null) {
        followers.accept(last);
      }
    }
    ended(file, last, readsBefore);
    return first;
  }

  /** Reads a block for no reader; the caller must release it. Null when it is not here. */
  @Nullable BlockFromFlash bringBack(String file, long offset) {
    FlashRead read = tier.readQuietly(file, offset);
    return read == null ? null : decode(file, read);
  }

  private void ended(String file, @Nullable BlockFromFlash last, int readsBefore) {
    if (last != null) {
      scans.ended(file, last.offset() + last.getOnDiskSizeWithHeader(), readsBefore);
    }
  }

  private @Nullable BlockFromFlash decode(String file, FlashRead read) {
    ByteBuff bytes = read.bytes();
    try {
      if ((read.attributes() & PACKED) != 0) {
        ByteBuff raw = unpack.apply(bytes.nioByteBuffers()[0]);
        bytes.release();
        if (raw == null) {
          // There is no room for it: a miss.
          return null;
        }
        bytes = raw;
      }
      int words = read.attributes() & ~PACKED;
      int allocator = read.stamp() == codec.stamp() ? words >>> ALLOCATOR_SHIFT : 0;
      boolean inMemory = (words & IN_MEMORY) != 0;
      return codec.decodeAlone(bytes, allocator, read.wasReadBefore(), inMemory);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Block {}_{} on flash cannot be read and is forgotten", file, read.offset(), e);
      store.evict(file, read.offset());
      bytes.release();
      return null;
    }
  }

  @Override
  public int bytesInFile(String file, long offset) {
    return store.bytesInFile(file, offset);
  }

  // ---- away

  @Override
  public boolean evict(String file, long offset) {
    return store.evict(file, offset);
  }

  @Override
  public int evictFile(String file) {
    long blocks = store.blocksOf(file);
    return store.evictFile(file) ? (int) blocks : 0;
  }

  @Override
  public int evictRange(String file, long from, long to) {
    return store.evictRange(file, from, to);
  }

  // ---- looking on

  @Override
  public int countAlsoIn(BlockStore<?> memory, String file, long from, long to) {
    return CachedFile.countInBoth(memory, this, file, from, to);
  }

  @Override
  public Map<String, CachedFile> files() {
    Map<String, CachedFile> files = new HashMap<>();
    for (String file : store.files()) {
      long blocks = store.blocksOf(file);
      if (blocks > 0) {
        files.put(file, new CachedFile((int) blocks, store.bytesOf(file)));
      }
    }
    return files;
  }

  @Override
  public @Nullable String regionOf(String file) {
    return store.owners().of(file);
  }

  @Override
  public boolean isWarm() {
    return store.isWarm();
  }

  @Override
  public boolean hasRoom() {
    return tier.isAlone() && !store.isFull();
  }

  @Override
  public long maxBytesAlone() {
    return tier.isAlone() ? store.maxBytes() : 0;
  }

  @Override
  public long bytesAlone() {
    return tier.isAlone() ? store.usedBytes() : 0;
  }

  @Override
  public long blocksAlone() {
    return tier.isAlone() ? store.statistics().blocks() : 0;
  }

  @Override
  public FlashTier tier() {
    return tier;
  }
}
