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

/** Reads the block at an address, from the device or from its region's memory. Thread-safe. */
final class BlockReader {
  private final ReadBuffers buffers;

  /**
   * @param buffers for the blocks that are read
   */
  BlockReader(ReadBuffers buffers) {
    this.buffers = buffers;
  }

  /** Thrown if an address does not have the requested block. */
  static final class NoBlockException extends IOException {
    private static final long serialVersionUID = 1;

    NoBlockException(String message) {
      super(message);
    }
  }

  /**
   * The block to read.
   *
   * @param region pinned by the caller until the read returns
   * @param file its name, or null if unknown
   * @param readBefore the value of {@link FlashBlock#wasReadBefore}
   */
  record ReadRequest(
      Device device,
      Region region,
      long address,
      @Nullable String file,
      long offset,
      boolean readBefore) {}

  /**
   * Reads a block.
   *
   * @return the block, or null if all buffers are in use
   * @throws NoBlockException if the address has a damaged block or another one
   * @throws IOException if the device read fails
   */
  @Nullable FlashBlock read(ReadRequest request) throws IOException {
    int skipped = skipped(request.address);
    int bytes = DeviceFile.roundUp(skipped + FlashAddress.bytes(request.address));
    ReadBuffer buffer = buffers.take(bytes);
    if (buffer == null) {
      return null;
    }
    boolean given = false;
    try {
      FlashBlock block = check(request, fill(request, buffer.first(bytes), skipped), buffer);
      given = true;
      return block;
    } finally {
      if (!given) {
        buffers.release(buffer);
      }
    }
  }

  /**
   * Reads a block from its device, and the bytes behind it.
   *
   * @param bytes of the region to read, from the beginning of the block
   * @return null if the block's region is in memory, no buffer of that size is free, or the read
   *     fails; the block may then be read alone
   * @throws NoBlockException if the address has a damaged block or another one
   */
  @Nullable Window readWindow(ReadRequest request, int bytes) throws NoBlockException {
    if (isInMemory(request)) {
      return null;
    }
    int skipped = skipped(request.address);
    int all = DeviceFile.roundUp(skipped + bytes);
    ReadBuffer buffer = buffers.take(all);
    if (buffer == null) {
      return null;
    }
    Window window = null;
    try {
      ByteBuffer memory = buffer.first(all);
      readFromDevice(request, memory, skipped);
      window = new Window(this, buffer, request, memory.slice(skipped, bytes));
      return window;
    } catch (NoBlockException e) {
      throw e;
    } catch (IOException e) {
      // The failure may concern the bytes behind the block only.
      return null;
    } finally {
      if (window == null) {
        buffers.release(buffer);
      }
    }
  }

  /** Ends a window's use of its buffer. */
  void release(ReadBuffer buffer) {
    buffers.release(buffer);
  }

  private static int skipped(long address) {
    return FlashAddress.position(address) % DeviceFile.ALIGNMENT;
  }

  private static boolean isInMemory(ReadRequest request) {
    RegionBuffer memory = request.region.retainBuffer();
    if (memory == null) {
      return false;
    }
    request.device.release(memory);
    return true;
  }

  private static ByteBuffer fill(ReadRequest request, ByteBuffer into, int skipped)
      throws IOException {
    int bytes = FlashAddress.bytes(request.address);
    RegionBuffer memory = request.region.retainBuffer();
    if (memory == null) {
      readFromDevice(request, into, skipped);
      return into.slice(skipped, bytes);
    }
    try {
      into.put(0, memory.slice(FlashAddress.position(request.address), bytes), 0, bytes);
      return into.slice(0, bytes);
    } finally {
      request.device.release(memory);
    }
  }

  private static void readFromDevice(ReadRequest request, ByteBuffer into, int skipped)
      throws IOException {
    Device device = request.device;
    int number = FlashAddress.region(request.address);
    try {
      long begin = device.position(number) + FlashAddress.position(request.address) - skipped;
      device.file().read(into, begin);
      device.readSucceeded();
    } catch (IOException e) {
      device.readFailed(number, e);
      throw e;
    }
  }

  /**
   * Returns the block that was read, if it is the requested one.
   *
   * @param memory begins with the block's header
   * @param buffer of which the block takes over the caller's use
   */
  FlashBlock check(ReadRequest request, ByteBuffer memory, ReadBuffer buffer)
      throws NoBlockException {
    Region region = request.region;
    int position = FlashAddress.position(request.address);
    if (!BlockHeader.isValid(memory, region.sequence(), position)
        || BlockHeader.offset(memory) != request.offset
        || (request.file != null
            && !BlockHeader.isOf(memory, request.file.getBytes(UTF_8), request.offset))) {
      throw new NoBlockException("The block's header does not match.");
    }
    if (!BlockHeader.isBlockValid(memory)) {
      throw new NoBlockException("The block's checksum does not match.");
    }
    return new FlashBlock(
        buffers, buffer, memory, decrypt(region, position, memory), request.readBefore);
  }

  private static ByteBuffer decrypt(Region region, int position, ByteBuffer memory)
      throws NoBlockException {
    ByteBuffer bytes = BlockHeader.stored(memory);
    BlockCipher cipher = region.cipher();
    if (cipher == null) {
      return bytes;
    }
    if (!cipher.decrypt(bytes, region.sequence(), position, BlockHeader.identity(memory))) {
      throw new NoBlockException("The block's authentication tag does not match.");
    }
    return bytes.slice(0, bytes.limit() - BlockCipher.TAG_BYTES);
  }
}
