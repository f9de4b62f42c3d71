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
 * How a store is made. Immutable.
 *
 * @param files one for each device, with its size in bytes
 * @param blockBytes of a block, as expected: what the index has room for
 * @param readBytes direct memory for blocks that were read and not released yet
 * @param ring how the rings are made
 * @param restart whether the store finds again what it has left in the files
 * @param encryption of the blocks on the devices
 * @param wear how much may be written to the devices
 * @param onError told what goes wrong, an exception whose message is for people each; must neither
 *     throw nor wait
 */
public record FlashOptions(
    List<DeviceSize> files,
    int blockBytes,
    long readBytes,
    RingOptions ring,
    RecoveryOptions restart,
    Encryption encryption,
    WriteRateOptions wear,
    Consumer<Throwable> onError) {
  /** As regions are usually: large enough to be written at a device's full speed. */
  public static final int REGION_BYTES = 16 << 20;

  private static final int BUFFERS_PER_DEVICE = 3;
  private static final int MARGIN = 2;
  private static final int READ_FAILURES = 8;
  private static final long PROBE_MILLIS = 10_000;

  /**
   * A file.
   *
   * @param bytes that it may take on its disk
   */
  public record DeviceSize(Path path, long bytes) {}

  /**
   * Checks how things fit together.
   *
   * @throws IllegalArgumentException when a store cannot be made so; the message says what to
   *     change
   */
  public FlashOptions {
    files = List.copyOf(files);
    if (files.isEmpty()) {
      throw new IllegalArgumentException("No file is given: name at least one.");
    }
    if (restart.warm() && encryption.isMadeUp()) {
      throw new IllegalArgumentException(
          "A key that is made up at each start lets no start find its blocks again: give a key, or"
              + " begin empty.");
    }
    int regionBytes = ring.regionBytes();
    if (regionBytes % DeviceFile.ALIGNMENT != 0
        || regionBytes <= 0
        || regionBytes > FlashAddress.MAX_REGION_BYTES) {
      throw new IllegalArgumentException(
          "A region cannot have %d bytes: give a multiple of %d, up to %d."
              .formatted(regionBytes, DeviceFile.ALIGNMENT, FlashAddress.MAX_REGION_BYTES));
    }
    if (blockBytes < 1 || readBytes < 0) {
      throw new IllegalArgumentException(
          "Blocks cannot have %d bytes, and reads %d.".formatted(blockBytes, readBytes));
    }
    for (DeviceSize file : files) {
      long least = (long) ring.fewestRegions() * regionBytes;
      if (file.bytes < least) {
        throw new IllegalArgumentException(
            "%s cannot be as small as %d MB: give it %d MB at least, or make regions smaller."
                .formatted(file.path, file.bytes >> 20, (least + (1 << 20) - 1) >> 20));
      }
    }
  }

  /** With what is usual for wear. */
  public FlashOptions(
      List<DeviceSize> files,
      int blockBytes,
      long readBytes,
      RingOptions ring,
      RecoveryOptions restart,
      Encryption encryption,
      Consumer<Throwable> onError) {
    this(files, blockBytes, readBytes, ring, restart, encryption, WriteRateOptions.usual(), onError);
  }

  /** With what is usual for rings, beginning empty, not encrypted. */
  public static FlashOptions of(
      List<DeviceSize> files, int blockBytes, long readBytes, Consumer<Throwable> onError) {
    return new FlashOptions(
        files,
        blockBytes,
        readBytes,
        usualRing(),
        RecoveryOptions.cold(),
        Encryption.none(),
        WriteRateOptions.usual(),
        onError);
  }

  /** Rings as they are usually. */
  public static RingOptions usualRing() {
    return new RingOptions(REGION_BYTES, BUFFERS_PER_DEVICE, MARGIN, READ_FAILURES, PROBE_MILLIS);
  }

  /** The same, restarted in another way. */
  public FlashOptions withRestart(RecoveryOptions other) {
    return new FlashOptions(files, blockBytes, readBytes, ring, other, encryption, wear, onError);
  }

  /** The same with another encryption. */
  public FlashOptions withEncryption(Encryption other) {
    return new FlashOptions(files, blockBytes, readBytes, ring, restart, other, wear, onError);
  }

  /** The same with another error handler. */
  public FlashOptions withErrorHandler(Consumer<Throwable> handler) {
    return new FlashOptions(files, blockBytes, readBytes, ring, restart, encryption, wear, handler);
  }

  /** The same, written to in other measure. */
  public FlashOptions withWear(WriteRateOptions other) {
    return new FlashOptions(
        files, blockBytes, readBytes, ring, restart, encryption, other, onError);
  }

  /**
   * The same with a limit.
   *
   * @param bytes that may be written to all devices together in a second; 0 for no limit
   */
  public FlashOptions withMaxWriteBytesPerSecond(long bytes) {
    return withWear(wear.withMaxWriteBytesPerSecond(bytes));
  }

  /**
   * The most direct memory that a store takes: regions that are filled and written, blocks that are
   * read, the index, and a region of each device while its blocks are found again.
   */
  public long directBytes() {
    int regionsOfDevice = ring.buffersPerDevice() + (restart.warm() ? 1 : 0);
    long ofDevice = (long) regionsOfDevice * (ring.regionBytes() + DeviceFile.ALIGNMENT);
    return files.size() * ofDevice + readBytes + FlashIndex.bytes(blocks(), regions());
  }

  /**
   * The most heap that a store takes for what grows with its files: the names of files that have
   * blocks, and the regions. A name counts as one of usual length.
   */
  public long heapBytes() {
    return FlashIndex.heapBytes(blocks()) + Regions.heapBytes(regions());
  }

  /**
   * Checks whether all regions and blocks can be numbered.
   *
   * @throws IllegalArgumentException when there are too many; the message says what to change
   */
  public void requireRoomInIndex() {
    var unused = FlashIndex.bytes(blocks(), regions());
  }

  /**
   * Bytes of all files but for the regions that are open or about to be overwritten: who writes
   * more than so much at once overwrites the first of it.
   */
  public long readableBytes() {
    int others = ring.fewestRegions() - RingOptions.MIN_READABLE;
    long regions = regions() - (long) files.size() * others;
    return regions * ring.regionBytes();
  }

  /** Regions that a file holds. */
  int regionsOf(DeviceSize file) {
    return Math.toIntExact(file.bytes / ring.regionBytes());
  }

  /** Bytes of a file that regions take. */
  long usedBytesOf(DeviceSize file) {
    return (long) regionsOf(file) * ring.regionBytes();
  }

  /** Regions of all files together. */
  int regions() {
    long all = files.stream().mapToLong(this::regionsOf).sum();
    if (all > FlashAddress.MAX_REGIONS) {
      throw new IllegalArgumentException(
          "There cannot be %d regions: make regions larger.".formatted(all));
    }
    return (int) all;
  }

  /** Blocks that the index has room for. */
  long blocks() {
    return files.stream().mapToLong(DeviceSize::bytes).sum() / blockBytes;
  }
}
