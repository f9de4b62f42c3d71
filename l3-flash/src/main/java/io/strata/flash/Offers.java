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

/** Takes blocks in, or says why not. Thread-safe; no lock is held while a block is copied. */
final class Offers {
  private final int regionBytes;
  private final boolean encrypted;
  private final FileNumbers files;
  private final FlashIndex index;
  private final Appender appender;
  private final WriteRateLimiter wear;
  private final Counters counters;

  Offers(
      FlashOptions options,
      FileNumbers files,
      FlashIndex index,
      Appender appender,
      WriteRateLimiter wear,
      Counters counters) {
    this.regionBytes = options.ring().regionBytes();
    this.encrypted = options.encryption().isOn();
    this.files = files;
    this.index = index;
    this.appender = appender;
    this.wear = wear;
    this.counters = counters;
  }

  /** Null when the block is kept. What its source throws is the caller's. */
  @Nullable Rejection offer(String file, long offset, BlockSource block, boolean readAgain) {
    byte[] name = file.getBytes(UTF_8);
    int length = block.length();
    if (length < 1) {
      throw new IllegalArgumentException("A block cannot have " + length + " bytes.");
    }
    if (name.length > BlockHeader.MAX_NAME_BYTES || length > regionBytes) {
      return Rejection.TOO_LARGE;
    }
    int bytes = Reservation.bytesOf(name.length, length, encrypted);
    if (bytes > regionBytes - RegionHeader.BYTES) {
      return Rejection.TOO_LARGE;
    }
    FlashFile entered = files.enter(file);
    try {
      return offer(entered, name, offset, block, bytes, readAgain);
    } finally {
      if (entered != null) {
        entered.leave();
      }
    }
  }

  /** Where there are too many files, the block is written for nothing: so the ring goes on. */
  private @Nullable Rejection offer(
      @Nullable FlashFile file,
      byte[] name,
      long offset,
      BlockSource block,
      int bytes,
      boolean readAgain) {
    if (file != null && index.contains(file, offset)) {
      return Rejection.ALREADY_CACHED;
    }
    if (!wear.take(bytes, readAgain)) {
      return Rejection.WEAR;
    }
    Reservation room = appender.reserve(bytes);
    if (room == null) {
      wear.giveBack(bytes);
      return Rejection.WRITERS_BEHIND;
    }
    return copy(room, name, file, offset, block);
  }

  private @Nullable Rejection copy(
      Reservation room, byte[] name, @Nullable FlashFile file, long offset, BlockSource block) {
    try {
      int length = block.length();
      int bytesInFile = block.bytesInFile();
      room.fill(
          name, offset, length, bytesInFile, block.attributes(), block.stamp(), block::writeTo);
      return file == null ? Rejection.INDEX_FULL : enter(file, offset, room, length, bytesInFile);
    } catch (RuntimeException | Error e) {
      // What a source has written before it failed is not encrypted, and the region goes out.
      room.clear();
      throw e;
    } finally {
      room.commit();
    }
  }

  private @Nullable Rejection enter(
      FlashFile file, long offset, Reservation room, int length, int bytesInFile) {
    FlashIndex.Added added =
        index.put(file, offset, room.place(), bytesInFile, room.open().region()::isRetired);
    return switch (added) {
      case YES -> {
        counters.acceptedBytes.add(length);
        yield null;
      }
      // It was kept, and evicted with its file at once.
      case GONE -> null;
      case FULL -> Rejection.INDEX_FULL;
      case RETIRED, ANOTHER -> Rejection.DEVICE_FAILED;
    };
  }
}
