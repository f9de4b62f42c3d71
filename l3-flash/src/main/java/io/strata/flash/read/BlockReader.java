package io.strata.flash.read;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.Place;
import io.strata.flash.region.Region;
import io.strata.flash.region.RegionBuffer;
import io.strata.flash.ring.Device;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads what lies at a place, from the device or from the memory in which its region is filled.
 * Thread-safe.
 */
public final class BlockReader {
  private final ReadBuffers buffers;

  /**
   * @param buffers into which blocks are read
   */
  public BlockReader(ReadBuffers buffers) {
    this.buffers = buffers;
  }

  /** What came of a read that found no block. */
  public static final class NoBlockException extends IOException {
    private static final long serialVersionUID = 1;

    NoBlockException(String message) {
      super(message);
    }
  }

  /**
   * Reads a block.
   *
   * @param region pinned by the caller until this returns
   * @param readBefore what the block is to say of that
   * @return the block, or null when all buffers are in use
   * @throws NoBlockException when what lies there is damaged, or another block
   * @throws IOException when the device cannot be read
   */
  public @Nullable FlashBlock read(
      Device device, Region region, long place, byte[] name, long offset, boolean readBefore)
      throws IOException {
    int skipped = Place.position(place) % DeviceFile.ALIGNMENT;
    int bytes = DeviceFile.roundUp(skipped + Place.bytes(place));
    ReadBuffer buffer = buffers.take(bytes);
    if (buffer == null) {
      return null;
    }
    boolean given = false;
    try {
      ByteBuffer memory = fill(device, region, place, buffer.first(bytes), skipped);
      ByteBuffer contents = check(region, place, memory, name, offset);
      FlashBlock block =
          new FlashBlock(
              buffers,
              buffer,
              contents,
              BlockHeader.attributes(memory),
              BlockHeader.stamp(memory),
              readBefore);
      given = true;
      return block;
    } finally {
      if (!given) {
        buffers.giveBack(buffer);
      }
    }
  }

  private static ByteBuffer fill(
      Device device, Region region, long place, ByteBuffer into, int skipped) throws IOException {
    RegionBuffer memory = region.retainBuffer();
    if (memory == null) {
      readFromDevice(device, place, into, skipped);
      return into.slice(skipped, Place.bytes(place));
    }
    try {
      into.put(0, memory.slice(Place.position(place), Place.bytes(place)), 0, Place.bytes(place));
      return into.slice(0, Place.bytes(place));
    } finally {
      device.release(memory);
    }
  }

  private static void readFromDevice(Device device, long place, ByteBuffer into, int skipped)
      throws IOException {
    int number = Place.region(place);
    try {
      device.file().read(into, device.position(number) + Place.position(place) - skipped);
      device.readSucceeded();
    } catch (IOException e) {
      device.readFailed(number, e);
      throw e;
    }
  }

  private static ByteBuffer check(
      Region region, long place, ByteBuffer memory, byte[] name, long offset)
      throws NoBlockException {
    int position = Place.position(place);
    if (!BlockHeader.isValid(memory, region.sequence(), position)
        || !BlockHeader.isOf(memory, name, offset)) {
      throw new NoBlockException("There is no such block.");
    }
    if (!BlockHeader.isBlockValid(memory)) {
      throw new NoBlockException("The block's checksum is wrong.");
    }
    return decrypt(region, position, memory);
  }

  private static ByteBuffer decrypt(Region region, int position, ByteBuffer memory)
      throws NoBlockException {
    ByteBuffer bytes = BlockHeader.stored(memory);
    BlockCipher cipher = region.cipher();
    if (cipher == null) {
      return bytes;
    }
    if (!cipher.decrypt(bytes, region.sequence(), position, BlockHeader.identity(memory))) {
      throw new NoBlockException("The block is not what was encrypted.");
    }
    return bytes.slice(0, bytes.limit() - BlockCipher.TAG_BYTES);
  }
}
