package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.l2.evict.EvictionListener;
import io.strata.l2.evict.Victim;
import io.strata.readpath.l3.FlashTier;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.jspecify.annotations.Nullable;

/**
 * Which level there is below memory at the moment: one over a tier on disks, or {@link
 * DiskLevel#NONE}. It may become another one while the cache is used. Thread-safe.
 *
 * <p>Who reads takes the level once for each call and asks that one: a level that was replaced
 * meanwhile is closed, and has no block and takes none from then on.
 */
final class Disks implements EvictionListener {
  private final BlockCodec codec;
  private final PlainFiles plainFiles = new PlainFiles();
  private volatile DiskLevel level = DiskLevel.NONE;

  /** Where packed blocks of the disks are unpacked; null before the cache is made. */
  private volatile @Nullable BlockStore<CacheableSource> memory;

  /** Held while a level is opened or closed; reads do not take it. */
  private final Object change = new Object();

  /** Asked and set under that lock: what is opened after the end would stay open. */
  private boolean closed;

  /** Answers for a file; likewise. */
  private Function<String, @Nullable String> regions = file -> null;

  /**
   * @param first the tier on disks; null for none
   */
  Disks(@Nullable FlashTier first, BlockCodec codec) {
    this.codec = codec;
    this.level = levelOver(first);
  }

  private DiskLevel levelOver(@Nullable FlashTier tier) {
    if (tier == null) {
      return DiskLevel.NONE;
    }
    plainFiles.guard(tier);
    return new FlashLevel(tier, codec, plainFiles, this::unpacked);
  }

  /** Has packed blocks of the disks unpacked into slots of this store from now on. */
  void unpackInto(BlockStore<CacheableSource> store) {
    memory = store;
  }

  private @Nullable ByteBuff unpacked(ByteBuffer packed) {
    BlockStore<CacheableSource> store = memory;
    int handle = store == null ? BlockStore.NONE : store.packing().unpack(packed);
    return store == null || handle == BlockStore.NONE
        ? null
        : ByteBuff.wrap(new ByteBuffer[] {store.view(handle)}, new SlotPin(store, handle));
  }

  /** The one to ask now. */
  DiskLevel level() {
    return level;
  }

  /** HBase's readers, whose contexts say which files may be written; see {@link PlainFiles}. */
  PlainFiles plainFiles() {
    return plainFiles;
  }

  @Override
  public boolean isOpen() {
    return level != DiskLevel.NONE;
  }

  @Override
  public boolean wants(Victim victim) {
    return level.wants(victim);
  }

  @Override
  public void evicted(Victim victim) {
    level.evicted(victim);
  }

  /**
   * Closes the tier on disks, and has another one from then on: in between, there is none. After
   * {@link #close}, nothing is changed.
   *
   * @param next makes the other, or answers null for none; what it throws leaves no tier
   */
  void replace(Supplier<@Nullable FlashTier> next) {
    synchronized (change) {
      if (closed) {
        return;
      }
      closeTier();
      FlashTier opened = next.get();
      if (opened != null) {
        opened.store().owners().ask(regions);
      }
      level = levelOver(opened);
    }
  }

  /** Nothing of the tier is held here while another is opened. */
  private void closeTier() {
    FlashTier old = level.tier();
    level = DiskLevel.NONE;
    if (old != null) {
      old.close();
    }
  }

  /**
   * Has a restart know again which regions the files on disks are of, whatever tier there is.
   *
   * @param next answers for a file, or null when it does not know
   */
  void askForRegions(Function<String, @Nullable String> next) {
    synchronized (change) {
      regions = next;
      FlashTier tier = level.tier();
      if (tier != null) {
        tier.store().owners().ask(next);
      }
    }
  }

  /** Closes the tier on disks, which can still be looked at; waits for a change under way. */
  void close() {
    synchronized (change) {
      closed = true;
      FlashTier last = level.tier();
      if (last != null) {
        last.close();
      }
    }
  }
}
