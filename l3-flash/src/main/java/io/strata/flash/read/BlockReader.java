package io.strata.flash.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
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
final class BlockReader {
  private final ReadBuffers buffers;

  /**
   * @param buffers into which blocks are read
   */
  BlockReader(ReadBuffers buffers) {
    this.buffers = buffers;
  }

  /** What came of a read that found no block. */
  static final class NoBlockException extends IOException {
    private static final long serialVersionUID = 1;

    NoBlockException(String message) {
      super(message);
    }
  }

  /**
   * Which block is read.
   *
   * @param region pinned by the caller until the read returns
   * @param file its name, or null when that is not known
   * @param readBefore what the block is to say of that
   */
  record Wanted(
      Device device,
      Region region,
      long place,
      @Nullable String file,
      long offset,
      boolean readBefore) {}

  /**
   * Reads a block.
   *
   * @return the block, or null when all buffers are in use
   * @throws NoBlockException when what lies there is damaged, or another block
   * @throws IOException when the device cannot be read
   */
  @Nullable FlashBlock read(Wanted wanted) throws IOException {
    int skipped = skipped(wanted.place);
    int bytes = DeviceFile.roundUp(skipped + FlashAddress.bytes(wanted.place));
    ReadBuffer buffer = buffers.take(bytes);
    if (buffer == null) {
      return null;
    }
    boolean given = false;
    try {
      FlashBlock block = check(wanted, fill(wanted, buffer.first(bytes), skipped), buffer);
      given = true;
      return block;
    } finally {
      if (!given) {
        buffers.release(buffer);
      }
    }
  }

  /**
   * Reads a block from its device, and what lies behind it.
   *
   * @param bytes of the region to read, from where the block begins
   * @return null when the block's region is in memory, there is no buffer of that size, or not all
   *     of it can be read; the block may be read alone then
   * @throws NoBlockException when what lies there is damaged, or another block
   */
  @Nullable Window readWindow(Wanted wanted, int bytes) throws NoBlockException {
    if (isInMemory(wanted)) {
      return null;
    }
    int skipped = skipped(wanted.place);
    int all = DeviceFile.roundUp(skipped + bytes);
    ReadBuffer buffer = buffers.take(all);
    if (buffer == null) {
      return null;
    }
    Window window = null;
    try {
      ByteBuffer memory = buffer.first(all);
      readFromDevice(wanted, memory, skipped);
      window = new Window(this, buffer, wanted, memory.slice(skipped, bytes));
      return window;
    } catch (NoBlockException e) {
      throw e;
    } catch (IOException e) {
      // Perhaps not of the block itself.
      return null;
    } finally {
      if (window == null) {
        buffers.release(buffer);
      }
    }
  }

  /** Ends the use that a window has of its buffer. */
  void release(ReadBuffer buffer) {
    buffers.release(buffer);
  }

  private static int skipped(long place) {
    return FlashAddress.position(place) % DeviceFile.ALIGNMENT;
  }

  private static boolean isInMemory(Wanted wanted) {
    RegionBuffer memory = wanted.region.retainBuffer();
    if (memory == null) {
      return false;
    }
    wanted.device.release(memory);
    return true;
  }

  private static ByteBuffer fill(Wanted wanted, ByteBuffer into, int skipped) throws IOException {
    int bytes = FlashAddress.bytes(wanted.place);
    RegionBuffer memory = wanted.region.retainBuffer();
    if (memory == null) {
      readFromDevice(wanted, into, skipped);
      return into.slice(skipped, bytes);
    }
    try {
      into.put(0, memory.slice(FlashAddress.position(wanted.place), bytes), 0, bytes);
      return into.slice(0, bytes);
    } finally {
      wanted.device.release(memory);
    }
  }

  private static void readFromDevice(Wanted wanted, ByteBuffer into, int skipped)
      throws IOException {
    Device device = wanted.device;
    int number = FlashAddress.region(wanted.place);
    try {
      long begin = device.position(number) + FlashAddress.position(wanted.place) - skipped;
      device.file().read(into, begin);
      device.readSucceeded();
    } catch (IOException e) {
      device.readFailed(number, e);
      throw e;
    }
  }

  /**
   * The block that was read, if it is the one.
   *
   * @param memory begins with its header
   * @param buffer of which the block gets a use that the caller has
   */
  FlashBlock check(Wanted wanted, ByteBuffer memory, ReadBuffer buffer) throws NoBlockException {
    Region region = wanted.region;
    int position = FlashAddress.position(wanted.place);
    if (!BlockHeader.isValid(memory, region.sequence(), position)
        || BlockHeader.offset(memory) != wanted.offset
        || (wanted.file != null
            && !BlockHeader.isOf(memory, wanted.file.getBytes(UTF_8), wanted.offset))) {
      throw new NoBlockException("There is no such block.");
    }
    if (!BlockHeader.isBlockValid(memory)) {
      throw new NoBlockException("The block's checksum is wrong.");
    }
    return new FlashBlock(
        buffers, buffer, memory, decrypt(region, position, memory), wanted.readBefore);
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
