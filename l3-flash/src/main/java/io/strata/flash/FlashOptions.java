package io.strata.flash;

import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.flash.ring.Regions;
import io.strata.flash.ring.RingOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * The options of a {@link FlashStore}. Immutable.
 *
 * @param files one for each device
 * @param blockBytes the expected size of a block, which determines the capacity of the index
 * @param readBytes direct memory for blocks that were read and are not released yet
 * @param ring the geometry of the rings
 * @param restart whether the store restores its blocks from the files
 * @param encryption of the blocks on the devices
 * @param writeRate limits of what is written to the devices
 * @param onError receives each failure, as an exception whose message is for an operator; must
 *     neither throw nor block
 */
public record FlashOptions(
    List<DeviceSize> files,
    int blockBytes,
    long readBytes,
    RingOptions ring,
    RecoveryOptions restart,
    Encryption encryption,
    WriteRateOptions writeRate,
    Consumer<Throwable> onError) {
  /** The default size of a region: large enough to write at a device's full bandwidth. */
  public static final int REGION_BYTES = 16 << 20;

  private static final int BUFFERS_PER_DEVICE = 3;
  private static final int MARGIN = 2;
  private static final int READ_FAILURES = 8;
  private static final long PROBE_MILLIS = 10_000;

  /**
   * A file on a device.
   *
   * @param bytes that the file may take
   */
  public record DeviceSize(Path path, long bytes) {}

  /**
   * Checks the options.
   *
   * @throws IllegalArgumentException if the options are invalid; the message tells what to change
   */
  public FlashOptions {
    files = List.copyOf(files);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("files is empty. Name at least one.");
    }
    if (restart.warm() && encryption.isEphemeral()) {
      throw new IllegalArgumentException(
          "A warm restart cannot decrypt blocks whose key is generated at each start. Set a key,"
              + " or disable the warm restart.");
    }
    int regionBytes = ring.regionBytes();
    if (regionBytes % DeviceFile.ALIGNMENT != 0
        || regionBytes <= 0
        || regionBytes > FlashAddress.MAX_REGION_BYTES) {
      throw new IllegalArgumentException(
          "regionBytes=%d: must be a positive multiple of %d, at most %d."
              .formatted(regionBytes, DeviceFile.ALIGNMENT, FlashAddress.MAX_REGION_BYTES));
    }
    if (blockBytes < 1 || readBytes < 0) {
      throw new IllegalArgumentException(
          "blockBytes=%d, readBytes=%d: blockBytes must be 1 or more, readBytes 0 or more."
              .formatted(blockBytes, readBytes));
    }
    for (DeviceSize file : files) {
      long min = (long) ring.minRegions() * regionBytes;
      if (file.bytes < min) {
        throw new IllegalArgumentException(
            "%s has %d MB, but a ring needs %d MB. Enlarge it, or make regions smaller."
                .formatted(file.path, file.bytes >> 20, (min + (1 << 20) - 1) >> 20));
      }
    }
  }

  /** Creates options with the default write-rate limits. */
  public FlashOptions(
      List<DeviceSize> files,
      int blockBytes,
      long readBytes,
      RingOptions ring,
      RecoveryOptions restart,
      Encryption encryption,
      Consumer<Throwable> onError) {
    this(
        files,
        blockBytes,
        readBytes,
        ring,
        restart,
        encryption,
        WriteRateOptions.defaults(),
        onError);
  }

  /** Creates options with the default rings, no warm restart and no encryption. */
  public static FlashOptions of(
      List<DeviceSize> files, int blockBytes, long readBytes, Consumer<Throwable> onError) {
    return new FlashOptions(
        files,
        blockBytes,
        readBytes,
        defaultRing(),
        RecoveryOptions.cold(),
        Encryption.none(),
        WriteRateOptions.defaults(),
        onError);
  }

  /** Returns the default options of a ring. */
  public static RingOptions defaultRing() {
    return new RingOptions(REGION_BYTES, BUFFERS_PER_DEVICE, MARGIN, READ_FAILURES, PROBE_MILLIS);
  }

  /** Returns a copy with these recovery options. */
  public FlashOptions withRestart(RecoveryOptions other) {
    return new FlashOptions(
        files, blockBytes, readBytes, ring, other, encryption, writeRate, onError);
  }

  /** Returns a copy with this encryption. */
  public FlashOptions withEncryption(Encryption other) {
    return new FlashOptions(files, blockBytes, readBytes, ring, restart, other, writeRate, onError);
  }

  /** Returns a copy with this error handler. */
  public FlashOptions withErrorHandler(Consumer<Throwable> handler) {
    return new FlashOptions(
        files, blockBytes, readBytes, ring, restart, encryption, writeRate, handler);
  }

  /** Returns a copy with these write-rate limits. */
  public FlashOptions withWriteRate(WriteRateOptions other) {
    return new FlashOptions(
        files, blockBytes, readBytes, ring, restart, encryption, other, onError);
  }

  /**
   * Returns a copy with this write-rate limit.
   *
   * @param bytes per second for all devices together; 0 for no limit
   */
  public FlashOptions withMaxWriteBytesPerSecond(long bytes) {
    return withWriteRate(writeRate.withMaxWriteBytesPerSecond(bytes));
  }

  /**
   * Returns the maximum direct memory of a store: region buffers, read buffers, the index, and one
   * region for each device during a warm restart.
   */
  public long directBytes() {
    int regionsOfDevice = ring.buffersPerDevice() + (restart.warm() ? 1 : 0);
    long ofDevice = (long) regionsOfDevice * (ring.regionBytes() + DeviceFile.ALIGNMENT);
    return files.size() * ofDevice + readBytes + FlashIndex.bytes(blocks(), regions());
  }

  /**
   * Returns the maximum heap of the data structures that grow with the files: file names and
   * regions. Assumes file names of usual length.
   */
  public long heapBytes() {
    return FlashIndex.heapBytes(blocks()) + Regions.heapBytes(regions());
  }

  /**
   * Checks that the index can address all regions and blocks.
   *
   * @throws IllegalArgumentException if there are too many; the message tells what to change
   */
  public void validateIndexSize() {
    var unused = FlashIndex.bytes(blocks(), regions());
  }

  /**
   * Returns the bytes of all files except the regions that are open or about to be overwritten.
   * Writing more than this at once overwrites the first of it.
   */
  public long readableBytes() {
    int others = ring.minRegions() - RingOptions.MIN_READABLE;
    long regions = regions() - (long) files.size() * others;
    return regions * ring.regionBytes();
  }

  /** Returns the number of regions in a file. */
  int regionsOf(DeviceSize file) {
    return Math.toIntExact(file.bytes / ring.regionBytes());
  }

  /** Returns the bytes of a file that its regions take. */
  long usedBytesOf(DeviceSize file) {
    return (long) regionsOf(file) * ring.regionBytes();
  }

  /** Returns the number of regions in all files. */
  int regions() {
    long all = files.stream().mapToLong(this::regionsOf).sum();
    if (all > FlashAddress.MAX_REGIONS) {
      throw new IllegalArgumentException(
          "%d regions are too many, at most %d. Make regions larger."
              .formatted(all, FlashAddress.MAX_REGIONS));
    }
    return (int) all;
  }

  /** Returns the capacity of the index in blocks. */
  long blocks() {
    return files.stream().mapToLong(DeviceSize::bytes).sum() / blockBytes;
  }
}
