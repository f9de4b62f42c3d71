package io.strata.readpath.l2;

import io.strata.flash.FlashStore;
import io.strata.flash.Rejection;
import io.strata.l2.BlockStore;
import io.strata.l2.compress.UnknownDictionaryException;
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
 * The level below memory, over a {@link FlashTier}. Thread-safe.
 *
 * <p>The attribute words of a block in memory hold numbers that are valid in this process only. A
 * block on flash may be read by the next process, with another version of HBase, so it is decoded
 * from its own bytes: type, sizes, checksums. The allocator for unpacking a compressed block is in
 * no header. Its number is stored with the stamp of the codec that assigned it; if the stamp is
 * that of another codec, the block is unpacked to the heap.
 *
 * <p>A file may be evicted while one of its blocks is being written to flash. The evicting thread
 * first flags the file as evicted in memory, then evicts it here. The writing thread checks that
 * flag after it has written the block. So at least one of the two removes the block. The eviction
 * of a single block sets no flag, and the block may stay on flash; its bytes are still those of the
 * file.
 */
final class FlashLevel implements DiskLevel {
  private static final Logger LOG = LoggerFactory.getLogger(FlashLevel.class);

  private static final int IN_MEMORY = 1;
  private static final int ALLOCATOR_SHIFT = 1;

  /** Flag above the allocator's number: the block is stored compressed, as it was in memory. */
  private static final int PACKED = 1 << 31;

  private final FlashTier tier;
  private final FlashStore store;
  private final BlockCodec codec;
  private final PlainFiles plainFiles;
  private final Function<ByteBuffer, @Nullable ByteBuff> unpack;
  private final Scans scans = new Scans();

  /**
   * @param unpack unpacks a block, or returns null if there is no free slot
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

  // ---- writing

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

  /** Returns whether a block may be written to flash, by the encryption of its family. */
  boolean mayBeWritten(Victim victim) {
    return !mustStay(victim.file(), victim.attributes());
  }

  /**
   * Inserts a block into the flash store. {@link #mayBeWritten} must be true.
   *
   * @param readAgain as in {@link FlashStore#insert(String, long, io.strata.flash.BlockSource,
   *     boolean)}
   * @return null if the block is accepted, or the reason of its rejection
   */
  @Nullable Rejection offer(Victim victim, boolean readAgain) {
    String file = victim.file();
    SpilledBlock block =
        new SpilledBlock(
            victim.storedLength(),
            victim::writeStoredTo,
            BlockAttributes.onDiskSize(victim.attributes()),
            wordsOf(victim.attributes(), victim.inMemory()) | (victim.isPacked() ? PACKED : 0),
            codec.stamp());
    Rejection rejection = store.insert(file, victim.offset(), block, readAgain);
    if (victim.isFileRetired()) {
      store.evictFile(file);
    }
    return rejection;
  }

  private boolean mustStay(String file, long attributes) {
    return !plainFiles.mayBeWritten(file, tier.isEncrypted(), BlockCodec.isBlockOfFile(attributes));
  }

  private static int wordsOf(long attributes, boolean inMemory) {
    int allocator = BlockAttributes.allocator(attributes);
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
    SpilledBlock spilled =
        new SpilledBlock(
            block.length(),
            memory -> block.writeTo(memory, 0),
            BlockAttributes.onDiskSize(block.attributes()),
            wordsOf(block.attributes(), block.inMemory()),
            codec.stamp());
    store.insert(file, offset, spilled, readAgain);
  }

  // ---- reading

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

  /**
   * Reads a block without counting the read.
   *
   * @return the block, which the caller must release; null if it is not here
   */
  @Nullable BlockFromFlash readQuietly(String file, long offset) {
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
          // No free slot: a miss.
          return null;
        }
        bytes = raw;
      }
      int words = read.attributes() & ~PACKED;
      int allocator = read.stamp() == codec.stamp() ? words >>> ALLOCATOR_SHIFT : 0;
      boolean inMemory = (words & IN_MEMORY) != 0;
      return codec.decodeAlone(bytes, allocator, read.wasReadBefore(), inMemory);
    } catch (UnknownDictionaryException e) {
      store.evict(file, read.offset());
      bytes.release();
      return null;
    } catch (IOException | RuntimeException e) {
      LOG.warn("Block {}_{} on flash cannot be decoded and is evicted", file, read.offset(), e);
      store.evict(file, read.offset());
      bytes.release();
      return null;
    }
  }

  @Override
  public int bytesInFile(String file, long offset) {
    return store.bytesInFile(file, offset);
  }

  // ---- evicting

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

  // ---- inspection

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
  public boolean hasFreeSpace() {
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
