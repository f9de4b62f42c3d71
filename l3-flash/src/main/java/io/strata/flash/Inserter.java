package io.strata.flash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.admit.WriteRateLimiter;
import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.ring.Appender;
import io.strata.flash.ring.Reservation;
import org.jspecify.annotations.Nullable;

/** Inserts blocks or rejects them. Thread-safe; no lock is held during a copy. */
final class Inserter {
  private final int regionBytes;
  private final boolean encrypted;
  private final FileNumbers files;
  private final FlashIndex index;
  private final Appender appender;
  private final WriteRateLimiter writeRateLimiter;
  private final Counters counters;

  Inserter(
      FlashOptions options,
      FileNumbers files,
      FlashIndex index,
      Appender appender,
      WriteRateLimiter writeRateLimiter,
      Counters counters) {
    this.regionBytes = options.ring().regionBytes();
    this.encrypted = options.encryption().isOn();
    this.files = files;
    this.index = index;
    this.appender = appender;
    this.writeRateLimiter = writeRateLimiter;
    this.counters = counters;
  }

  /** Inserts a block. Returns null if it is kept. Rethrows what its source throws. */
  @Nullable Rejection insert(String file, long offset, BlockSource block, boolean readAgain) {
    byte[] name = file.getBytes(UTF_8);
    int length = block.length();
    if (length < 1) {
      throw new IllegalArgumentException(
          "The block has " + length + " bytes, must have 1 or more.");
    }
    if (name.length > BlockHeader.MAX_NAME_BYTES || length > regionBytes) {
      return Rejection.TOO_LARGE;
    }
    int bytes = Reservation.bytesOf(name.length, length, encrypted);
    if (bytes > regionBytes - RegionHeader.BYTES) {
      return Rejection.TOO_LARGE;
    }
    FlashFile entered = files.acquire(file);
    try {
      return insert(entered, name, offset, block, bytes, readAgain);
    } finally {
      if (entered != null) {
        entered.release();
      }
    }
  }

  /**
   * Inserts a block of a file. {@code file} is null if there are too many files: the block is then
   * written without an entry, so that the ring advances.
   */
  private @Nullable Rejection insert(
      @Nullable FlashFile file,
      byte[] name,
      long offset,
      BlockSource block,
      int bytes,
      boolean readAgain) {
    if (file != null && index.contains(file, offset)) {
      return Rejection.ALREADY_CACHED;
    }
    if (!writeRateLimiter.take(bytes, readAgain)) {
      return Rejection.WEAR;
    }
    Reservation reservation = appender.reserve(bytes);
    if (reservation == null) {
      writeRateLimiter.giveBack(bytes);
      return Rejection.WRITERS_BEHIND;
    }
    return copy(reservation, name, file, offset, block);
  }

  private @Nullable Rejection copy(
      Reservation reservation,
      byte[] name,
      @Nullable FlashFile file,
      long offset,
      BlockSource block) {
    try {
      int length = block.length();
      int bytesInFile = block.bytesInFile();
      reservation.fill(
          name, offset, length, bytesInFile, block.attributes(), block.stamp(), block::writeTo);
      return file == null
          ? Rejection.INDEX_FULL
          : enter(file, offset, reservation, length, bytesInFile);
    } catch (RuntimeException | Error e) {
      // Clear what the source wrote before it failed: it is not encrypted, and the region is
      // written.
      reservation.clear();
      throw e;
    } finally {
      reservation.commit();
    }
  }

  private @Nullable Rejection enter(
      FlashFile file, long offset, Reservation reservation, int length, int bytesInFile) {
    FlashIndex.PutResult added =
        index.put(
            file,
            offset,
            reservation.address(),
            bytesInFile,
            reservation.open().region()::isRetired);
    return switch (added) {
      case ADDED -> {
        counters.acceptedBytes.add(length);
        yield null;
      }
      // It was inserted, and evicted with its file at once.
      case FILE_RETIRED -> null;
      case FULL -> Rejection.INDEX_FULL;
      case RETIRED, EXISTS -> Rejection.DEVICE_FAILED;
    };
  }
}
