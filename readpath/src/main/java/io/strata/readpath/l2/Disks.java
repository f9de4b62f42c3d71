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
 * Holds the current level below memory: one over a flash tier, or {@link DiskLevel#NONE}. It can be
 * replaced while the cache is in use. Thread-safe.
 *
 * <p>A caller gets the level once per operation and uses that one. A level that is replaced
 * meanwhile is closed; from then on it has no block and rejects all.
 */
final class Disks implements EvictionListener {
  private final BlockCodec codec;
  private final FamilyCompression families;
  private final PlainFiles plainFiles = new PlainFiles();
  private volatile DiskLevel level = DiskLevel.NONE;

  /** The store into which compressed blocks of flash are unpacked; null during construction. */
  private volatile @Nullable BlockStore<CacheableSource> memory;

  /** Held while a level is opened or closed; reads do not take it. */
  private final Object change = new Object();

  /** Guarded by {@link #change}, so that no tier is opened after {@link #close}. */
  private boolean closed;

  /** Returns the region of a file; guarded by {@link #change}. */
  private Function<String, @Nullable String> regions = file -> null;

  /**
   * @param first the flash tier; null for none
   */
  Disks(@Nullable FlashTier first, BlockCodec codec) {
    this.codec = codec;
    this.families = new FamilyCompression(plainFiles);
    this.level = levelOver(first);
  }

  private DiskLevel levelOver(@Nullable FlashTier tier) {
    if (tier == null) {
      return DiskLevel.NONE;
    }
    plainFiles.guard(tier);
    families.keepBeside(tier);
    return new FlashLevel(tier, codec, plainFiles, this::unpacked);
  }

  /** Sets the store into whose slots compressed blocks of flash are unpacked. */
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

  /** Returns the current level. */
  DiskLevel level() {
    return level;
  }

  /** Returns the compression by family, whose dictionaries are kept beside the files. */
  FamilyCompression families() {
    return families;
  }

  /** Returns the files whose blocks may be written unencrypted. */
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
   * Closes the flash tier and opens another one. In between, there is none. Does nothing after
   * {@link #close}.
   *
   * @param next opens the new tier, or returns null for none; if it throws, there is no tier
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

  /** Closes the tier and drops all references to it, so that its memory is free for the next. */
  private void closeTier() {
    FlashTier old = level.tier();
    level = DiskLevel.NONE;
    if (old != null) {
      old.close();
      families.leave(old);
    }
  }

  /**
   * Sets the source of the files' regions, which the flash tier persists for a restart. Applies to
   * the current tier and to later ones.
   *
   * @param next returns the region of a file, or null if unknown
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

  /** Closes the flash tier, which can still be inspected. Waits for a change in progress. */
  void close() {
    synchronized (change) {
      closed = true;
      FlashTier last = level.tier();
      if (last != null) {
        last.close();
      }
      families.close();
    }
  }
}
