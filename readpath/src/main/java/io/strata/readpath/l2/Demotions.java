package io.strata.readpath.l2;

import io.strata.flash.FlashStore;
import io.strata.l2.evict.Victim;
import io.strata.l2.evict.VictimSink;
import io.strata.readpath.l3.FlashRead;
import io.strata.readpath.l3.FlashTier;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What goes from the memory to the tier on disks, and is found again there. Thread-safe.
 *
 * <p>The words that the store keeps beside a block are full of numbers that mean something in this
 * process alone, and what lies on a disk may be read by the next one, and by another HBase. So a
 * block comes back by what its own bytes say: type, sizes, checksums. Only the allocator into whose
 * memory a packed block is unpacked is in no header; its number goes along with one that was made
 * up when this process started. Where that is another, the block is unpacked to the heap.
 *
 * <p>A file's blocks may be evicted while one of them is on its way to the disks. Who evicts them
 * first marks the file in the store, and then clears this tier; who brings a block looks for that
 * mark after it was written. So one of the two takes the block away. A single block's eviction
 * leaves no mark, and the block may stay on the disk: its bytes are still those of the file.
 */
final class Demotions implements VictimSink {
  private static final Logger LOG = LoggerFactory.getLogger(Demotions.class);

  private static final int IN_MEMORY = 1;
  private static final int ALLOCATOR_SHIFT = 1;

  private final BlockCodec codec;
  private final PlainFiles plainFiles = new PlainFiles();
  private volatile @Nullable FlashTier flash;

  /** Set under the lock of a change, and never unset: blocks of before may still be in memory. */
  private volatile boolean mayBeEncrypted;

  /** Held while the tier below is opened or closed, and by nobody who reads. */
  private final Object change = new Object();

  /** Asked and set under that lock: what is opened after the end, nobody would close. */
  private boolean closed;

  /** Answers for a file; likewise. */
  private Function<String, @Nullable String> regions = file -> null;

  private final Scans scans = new Scans();
  private final long process = new SecureRandom().nextLong();
  private final LongAdder withheld = new LongAdder();
  private final LongAdder kept = new LongAdder();

  /**
   * @param flash the tier below; null for none
   */
  Demotions(@Nullable FlashTier flash, BlockCodec codec) {
    this.codec = codec;
    this.flash = flash;
    guard(flash);
  }

  /** From the first tier on whose owner has keys, families may be encrypted. */
  private void guard(@Nullable FlashTier tier) {
    if (tier != null && (tier.isCareful() || tier.isEncrypted())) {
      mayBeEncrypted = true;
    }
  }

  /** The tier below, or null when there is none. */
  @Nullable FlashTier flash() {
    return flash;
  }

  /**
   * Closes the tier below, and has another one from then on: in between, there is none. Calls that
   * are under way may still ask the old one, which answers nothing more when it is closed. After
   * {@link #close}, nothing is changed.
   *
   * @param next makes the other, or answers null for none; what it throws leaves no tier
   */
  void replaceFlash(Supplier<@Nullable FlashTier> next) {
    synchronized (change) {
      if (closed) {
        return;
      }
      closeFlash();
      FlashTier opened = next.get();
      if (opened != null) {
        opened.store().owners().ask(regions);
      }
      guard(opened);
      flash = opened;
    }
  }

  /** Closes the tier below; nothing of it is held here while another is opened. */
  private void closeFlash() {
    FlashTier old = flash;
    flash = null;
    if (old != null) {
      old.close();
    }
  }

  /**
   * Has a restart know again which regions the files below are of, whatever tier there is below.
   *
   * @param next answers for a file, or null when it does not know
   */
  void askForRegions(Function<String, @Nullable String> next) {
    synchronized (change) {
      regions = next;
      FlashTier below = flash;
      if (below != null) {
        below.store().owners().ask(next);
      }
    }
  }

  /** Closes the tier below, waiting for a change of it that is under way. */
  void close() {
    synchronized (change) {
      closed = true;
      FlashTier last = flash;
      if (last != null) {
        last.close();
      }
    }
  }

  // ---- down

  @Override
  public boolean isOpen() {
    return flash != null;
  }

  @Override
  public void evicted(Victim victim) {
    FlashTier below = flash;
    String file = victim.file();
    if (below == null || mustStay(below, file, victim.attributes())) {
      return;
    }
    LeavingBlock block =
        new LeavingBlock(
            victim.length(),
            memory -> write(victim, memory),
            Attributes.onDiskSize(victim.attributes()),
            wordsOf(victim.attributes(), victim.inMemory()),
            process);
    below.store().offer(file, victim.offset(), block, victim.wasReadAgain());
    if (victim.isForgotten()) {
      below.store().evictFile(file);
    }
  }

  private static void write(Victim victim, ByteBuffer memory) {
    for (ByteBuffer part : victim.views()) {
      memory.put(part);
    }
  }

  /** Whether a block may not be written there; counts it if so. */
  private boolean mustStay(FlashTier below, String file, long attributes) {
    boolean confidential = mayBeEncrypted && !below.isEncrypted() && !plainFiles.contains(file);
    boolean stays = confidential || !BlockCodec.isBlockOfFile(attributes);
    if (stays) {
      withheld.increment();
    }
    return stays;
  }

  /** HBase's readers, whose contexts say which files are plain; see {@link PlainFiles}. */
  PlainFiles plainFiles() {
    return plainFiles;
  }

  /** Takes the context of a file's reader, where it may be asked for. */
  void opened(@Nullable HFileContext reader) {
    if (mayBeEncrypted && reader != null) {
      plainFiles.learn(reader);
    }
  }

  private static int wordsOf(long attributes, boolean inMemory) {
    int allocator = Attributes.allocator(attributes);
    return allocator << ALLOCATOR_SHIFT | (inMemory ? IN_MEMORY : 0);
  }

  /**
   * Writes a block that comes to memory to the disks at once, where memory is only on its way: so
   * blocks lie there in the order in which they were brought, and a scan reads several with one
   * read.
   *
   * @param block still the caller's
   */
  void passThrough(String file, long offset, CacheableSource block) {
    FlashTier below = flash;
    if (below != null && below.isAlone()) {
      write(below, file, offset, block, false);
    }
  }

  /**
   * Writes a block that stays in a tier above as well.
   *
   * @param block still the caller's
   */
  void writeThrough(String file, long offset, CacheableSource block) {
    FlashTier below = flash;
    if (below != null) {
      write(below, file, offset, block, true);
    }
  }

  private void write(
      FlashTier below, String file, long offset, CacheableSource block, boolean readAgain) {
    if (mustStay(below, file, block.attributes())) {
      return;
    }
    int words = wordsOf(block.attributes(), block.inMemory());
    below
        .store()
        .offer(
            file,
            offset,
            new LeavingBlock(
                block.length(),
                memory -> block.writeTo(memory, 0),
                Attributes.onDiskSize(block.attributes()),
                words,
                process),
            readAgain);
  }

  // ---- back

  /**
   * Reads a block from the disks.
   *
   * @param caching whether the read would have its block cached; others mark no block as read
   * @param followers gets the blocks that were read along with it, and must release them
   * @return the block, which the caller must release; null when there is none
   */
  @Nullable BlockFromFlash find(
      String file, long offset, boolean caching, Consumer<BlockFromFlash> followers) {
    FlashTier below = flash;
    if (below == null) {
      return null;
    }
    int readsBefore = below.isAlone() ? scans.readsBefore(file, offset) : 0;
    if (!Scans.isScan(readsBefore)) {
      FlashRead read = below.read(file, offset, caching);
      BlockFromFlash block = read == null ? null : decode(below, file, read);
      ended(file, block, readsBefore);
      return block;
    }
    BlockFromFlash first = null;
    BlockFromFlash last = null;
    for (FlashRead read : below.readRun(file, offset, caching)) {
      last = decode(below, file, read);
      if (read.offset() == offset) {
        first = last;
      } else if (last != null) {
        followers.accept(last);
      }
    }
    ended(file, last, readsBefore);
    return first;
  }

  private void ended(String file, @Nullable BlockFromFlash last, int readsBefore) {
    if (last != null) {
      scans.ended(file, last.getOffset() + last.getOnDiskSizeWithHeader(), readsBefore);
    }
  }

  private @Nullable BlockFromFlash decode(FlashTier below, String file, FlashRead read) {
    try {
      int allocator = read.stamp() == process ? read.attributes() >>> ALLOCATOR_SHIFT : 0;
      boolean inMemory = (read.attributes() & IN_MEMORY) != 0;
      return codec.decodeAlone(read.bytes(), allocator, read.wasReadBefore(), inMemory);
    } catch (IOException | RuntimeException e) {
      LOG.warn("Block {}_{} on flash cannot be read and is forgotten", file, read.offset(), e);
      below.store().evict(file, read.offset());
      read.bytes().release();
      return null;
    }
  }

  // ---- away

  /**
   * A block is inserted that is not in memory. One on disks that takes as many bytes in its file is
   * the same and stays: the read that missed it found no buffer. Another one is evicted.
   */
  void insertedAgain(String file, long offset, CacheableSource block) {
    FlashTier below = flash;
    if (below == null || !below.store().contains(file, offset)) {
      return;
    }
    int bytesInFile = Attributes.onDiskSize(block.attributes());
    if (below.store().bytesInFile(file, offset) == bytesInFile) {
      kept.increment();
    } else {
      below.store().evict(file, offset);
    }
  }

  /** Forgets a block; says whether it was there. */
  boolean evict(String file, long offset) {
    FlashTier below = flash;
    return below != null && below.store().evict(file, offset);
  }

  /** Forgets a file, which was marked in the memory before; returns how many blocks it had. */
  int evictFile(String file) {
    FlashTier below = flash;
    if (below == null) {
      return 0;
    }
    long blocks = below.store().blocksOf(file);
    return below.store().evictFile(file) ? (int) blocks : 0;
  }

  /** Forgets the blocks of a file that begin in a range, both ends included; returns how many. */
  int evictRange(String file, long from, long to) {
    FlashTier below = flash;
    return below == null ? 0 : below.store().evictRange(file, from, to);
  }

  // ---- looking on

  /** Whether a restart finds again what is on disks. */
  boolean isWarm() {
    FlashTier below = flash;
    return below != null && below.store().isWarm();
  }

  /** Whether a block is on disks. */
  boolean contains(String file, long offset) {
    FlashTier below = flash;
    return below != null && below.store().contains(file, offset);
  }

  /** The region of a file, as a restart found it below; null when it did not. */
  @Nullable String regionOf(String file) {
    FlashTier below = flash;
    return below == null ? null : below.store().owners().of(file);
  }

  /** The bytes that a block on disks has in its file, with its header; 0 when not known. */
  int onDiskSize(String file, long offset) {
    FlashTier below = flash;
    return below == null ? 0 : below.store().bytesInFile(file, offset);
  }

  /** The store below, or null when there is none. */
  @Nullable FlashStore store() {
    FlashTier below = flash;
    return below == null ? null : below.store();
  }

  /** The store below where memory is only on the way there; else null. */
  @Nullable FlashStore filesAlone() {
    FlashTier below = flash;
    return below != null && below.isAlone() ? below.store() : null;
  }

  /** Whether what is brought beyond the memory's room finds some on disks. */
  boolean hasRoom() {
    FlashStore alone = filesAlone();
    return alone != null && !alone.isFull();
  }

  /** Blocks that were inserted again while they were on disks. */
  long kept() {
    return kept.sum();
  }

  /** Blocks that were not written because they may be of encrypted families. */
  long withheld() {
    return withheld.sum();
  }
}
