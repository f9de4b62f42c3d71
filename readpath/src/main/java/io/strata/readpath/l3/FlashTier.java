package io.strata.readpath.l3;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashStore;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.read.FlashBlock;
import io.strata.readpath.config.FlashSettings;
import io.strata.readpath.config.Secrets;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.apache.hadoop.hbase.nio.RefCnt;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link FlashStore} as a configuration asks for it, which says in the log what becomes of its
 * devices, and whose blocks count references as HBase does. Thread-safe.
 */
public final class FlashTier implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(FlashTier.class);

  private final FlashStore store;
  private final boolean encrypted;
  private final boolean careful;
  private final boolean alone;
  private final @Nullable HeatList heatList;
  private volatile long drainMillis;

  /**
   * Makes the tier over a store without encryption, which it closes, and to which memory is not
   * drained.
   *
   * @param careful whether blocks that may be of encrypted families must stay in memory
   * @param alone whether there is only as much memory above as blocks need on their way
   */
  public FlashTier(FlashStore store, boolean careful, boolean alone) {
    this(store, false, careful, alone, null);
  }

  /**
   * Makes the tier over a store without encryption, which it closes, and to which memory is
   * drained.
   *
   * @param careful whether blocks that may be of encrypted families must stay in memory
   * @param drainMillis as of {@link #drainMillis}
   */
  public FlashTier(FlashStore store, boolean careful, HeatList heatList, long drainMillis) {
    this(store, false, careful, false, heatList);
    this.drainMillis = drainMillis;
  }

  private FlashTier(
      FlashStore store,
      boolean encrypted,
      boolean careful,
      boolean alone,
      @Nullable HeatList heatList) {
    this.store = store;
    this.encrypted = encrypted;
    this.careful = careful;
    this.alone = alone;
    this.heatList = heatList;
  }

  /**
   * Opens the files, takes all memory, and begins to find blocks again.
   *
   * @param conf where HBase's key provider is named
   * @throws io.strata.readpath.config.InvalidSettingException when that cannot be, with one
   *     sentence that names key, value and mend
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
              new HeatList(settings.paths().get(0), options.restart().store()));
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
      LOG.warn("The tier on disks: {}", Secrets.masked(String.valueOf(error.getMessage())));
    } else {
      LOG.warn("A block could not be written to the tier on disks: {}", Secrets.traceOf(error));
    }
  }

  /**
   * Reads a block; waits for the disk.
   *
   * @param mark whether the read says that the block will be read again: see {@link
   *     FlashStore#get(String, long, boolean)}
   * @return the block, whose bytes must be released; or null when it is not there, cannot be read,
   *     or no buffer is free
   */
  public @Nullable FlashRead read(String file, long offset, boolean mark) {
    FlashBlock block = store.get(file, offset, mark);
    return block == null ? null : counted(block);
  }

  /** As {@link #read}, of a block that no reader asks for: see {@link FlashStore#getQuietly}. */
  public @Nullable FlashRead readQuietly(String file, long offset) {
    FlashBlock block = store.getQuietly(file, offset);
    return block == null ? null : counted(block);
  }

  /**
   * Reads a block and, at once, those that follow it in its file where they lie next to it; waits
   * for the disk.
   *
   * @param mark as of {@link #read}
   * @return the blocks in their order, each of whose bytes must be released; none when the first is
   *     not there, cannot be read, or no buffer is free
   */
  public List<FlashRead> readRun(String file, long offset, boolean mark) {
    return store.getRun(file, offset, FlashStore.RUN_BYTES, mark).stream()
        .map(FlashTier::counted)
        .toList();
  }

  private static FlashRead counted(FlashBlock block) {
    RefCnt count = RefCnt.create(block::release);
    ByteBuff bytes = ByteBuff.wrap(new ByteBuffer[] {block.bytes()}, count);
    return new FlashRead(
        block.offset(), bytes, block.attributes(), block.stamp(), block.wasReadBefore());
  }

  /** The store itself. */
  public FlashStore store() {
    return store;
  }

  /** Whether all blocks are encrypted there. */
  public boolean isEncrypted() {
    return encrypted;
  }

  /** Whether blocks that may be of encrypted families must stay in memory. */
  public boolean isPlainOnly() {
    return careful;
  }

  /** Whether there is only as much memory above as blocks need on their way. */
  public boolean isAlone() {
    return alone;
  }

  /** Where a stop lists the blocks of memory for the next start; null where it does not. */
  public @Nullable HeatList heatList() {
    return heatList;
  }

  /**
   * How many milliseconds a stop takes at most to write the blocks of memory here; 0 when it does
   * not.
   */
  public long drainMillis() {
    return drainMillis;
  }

  /** Sets {@link #drainMillis}. */
  public void setDrainMillis(long millis) {
    drainMillis = millis;
  }

  /** Writes what is in memory, and closes the files. */
  @Override
  public void close() {
    try {
      store.close();
    } catch (IOException e) {
      LOG.warn(
          "The tier on disks could not be closed: {}",
          Secrets.masked(String.valueOf(e.getMessage())));
    }
  }
}
