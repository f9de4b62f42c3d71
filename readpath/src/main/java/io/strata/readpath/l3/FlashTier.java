package io.strata.readpath.l3;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashStore;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.read.FlashBlock;
import io.strata.readpath.config.FlashSettings;
import io.strata.readpath.config.Secrets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.nio.RefCnt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link FlashStore} that is opened from settings, logs the state of its devices, and returns
 * blocks with HBase's reference counts. Thread-safe.
 */
public final class FlashTier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlashTier.class);

  private final FlashStore store;
  private final boolean encrypted;
  private final boolean plainOnly;
  private final boolean alone;
  private final @Nullable HeatList heatList;
  private final @Nullable Path dictionariesBeside;
  private volatile long drainMillis;

  /**
   * Creates a tier over a store without encryption, without a drain. The tier closes the store.
   *
   * @param plainOnly whether blocks of encrypted families must not be written
   * @param alone whether the files are the whole cache, with memory only for blocks in flight
   */
  public FlashTier(FlashStore store, boolean plainOnly, boolean alone) {
    this(store, false, plainOnly, alone, null, null);
  }

  /**
   * Creates a tier over a store without encryption, with a drain. The tier closes the store.
   *
   * @param plainOnly whether blocks of encrypted families must not be written
   * @param drainMillis see {@link #drainMillis}
   */
  public FlashTier(FlashStore store, boolean plainOnly, HeatList heatList, long drainMillis) {
    this(store, false, plainOnly, false, heatList, null);
    this.drainMillis = drainMillis;
  }

  private FlashTier(
      FlashStore store,
      boolean encrypted,
      boolean plainOnly,
      boolean alone,
      @Nullable HeatList heatList,
      @Nullable Path dictionariesBeside) {
    this.store = store;
    this.encrypted = encrypted;
    this.plainOnly = plainOnly;
    this.alone = alone;
    this.heatList = heatList;
    this.dictionariesBeside = dictionariesBeside;
  }

  /**
   * Opens the files, allocates all memory, and starts the recovery.
   *
   * @param conf names HBase's key provider
   * @throws io.strata.readpath.config.InvalidSettingException if that fails
   */
  public static FlashTier open(FlashSettings settings, Configuration conf) {
    FlashOptions options =
        settings
            .options()
            .withEncryption(encryption(settings, conf))
            .withErrorHandler(FlashTier::report);
    try {
      FlashTier tier =
          new FlashTier(
              new FlashStore(options),
              settings.isEncrypted(),
              settings.isPlainOnly(),
              settings.isAlone(),
              new HeatList(settings.paths().get(0), options.restart().store()),
              settings.isWarm() && !settings.isEncrypted() ? settings.paths().get(0) : null);
      tier.setDrainMillis(settings.drainMillis());
      return tier;
    } catch (IOException e) {
      throw settings.openFailed(e);
    } catch (OutOfMemoryError e) {
      throw settings.outOfMemory(e);
    }
  }

  private static Encryption encryption(FlashSettings settings, Configuration conf) {
    if (!settings.isEncrypted()) {
      return Encryption.none();
    }
    if (!settings.isWarm()) {
      return Encryption.withNewKey();
    }
    try {
      return Encryption.withKey(MasterKey.derive(conf, settings));
    } catch (IOException | RuntimeException e) {
      throw settings.keyMissing(e);
    }
  }

  private static void report(Throwable error) {
    if (error instanceof IOException) {
      LOG.warn("Flash tier: {}", Secrets.masked(String.valueOf(error.getMessage())));
    } else {
      LOG.warn("Could not write a block to the flash tier: {}", Secrets.traceOf(error));
    }
  }

  /**
   * Reads a block; waits for the disk.
   *
   * @param counts whether the read counts as an access: see {@link FlashStore#get(String, long,
   *     boolean)}
   * @return the block, whose bytes must be released; null if it is absent, cannot be read, or no
   *     buffer is free
   */
  public @Nullable FlashRead read(String file, long offset, boolean counts) {
    FlashBlock block = store.get(file, offset, counts);
    return block == null ? null : counted(block);
  }

  /** As {@link #read}, for a read by the cache itself: see {@link FlashStore#getQuietly}. */
  public @Nullable FlashRead readQuietly(String file, long offset) {
    FlashBlock block = store.getQuietly(file, offset);
    return block == null ? null : counted(block);
  }

  /**
   * Reads a block, and with the same I/O those that follow it in its HFile and are adjacent on the
   * disk; waits for the disk.
   *
   * @param counts as in {@link #read}
   * @return the blocks in order, the bytes of each of which must be released; empty if the first is
   *     absent, cannot be read, or no buffer is free
   */
  public List<FlashRead> readRun(String file, long offset, boolean counts) {
    return store.getRun(file, offset, FlashStore.RUN_BYTES, counts).stream()
        .map(FlashTier::counted)
        .toList();
  }

  private static FlashRead counted(FlashBlock block) {
    RefCnt count = RefCnt.create(block::release);
    ByteBuff bytes = ByteBuff.wrap(new ByteBuffer[] {block.bytes()}, count);
    return new FlashRead(
        block.offset(), bytes, block.attributes(), block.stamp(), block.wasReadBefore());
  }

  /** Returns the store. */
  public FlashStore store() {
    return store;
  }

  /** Returns whether all blocks are encrypted on the disks. */
  public boolean isEncrypted() {
    return encrypted;
  }

  /** Returns whether blocks of encrypted families must not be written. */
  public boolean isPlainOnly() {
    return plainOnly;
  }

  /** Returns whether the files are the whole cache, with memory only for blocks in flight. */
  public boolean isAlone() {
    return alone;
  }

  /**
   * Returns the file beside which the dictionaries of compressed blocks are stored; null if they
   * are not: a restart recovers no block, or the blocks are encrypted.
   */
  public @Nullable Path dictionariesBeside() {
    return dictionariesBeside;
  }

  /** Returns the list of blocks for the next start; null if there is no drain. */
  public @Nullable HeatList heatList() {
    return heatList;
  }

  /**
   * Returns the maximum duration of the drain at a graceful stop, in milliseconds; 0 for no drain.
   */
  public long drainMillis() {
    return drainMillis;
  }

  /** Sets {@link #drainMillis}. */
  public void setDrainMillis(long millis) {
    drainMillis = millis;
  }

  /** Writes buffered blocks and closes the files. */
  @Override
  public void close() {
    try {
      store.close();
    } catch (IOException e) {
      LOG.warn(
          "Could not close the flash tier: {}", Secrets.masked(String.valueOf(e.getMessage())));
    }
  }
}
