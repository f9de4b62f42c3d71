package io.strata.readpath.l2;

import io.strata.flash.BlockSource;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A block that is spilled to flash. Not thread-safe.
 *
 * @param length length in bytes
 * @param writer writes the block into memory of that length
 * @param bytesInFile size of the block in its file; 0 if unknown
 * @param attributes the first word to store beside it
 * @param stamp the second word
 */
record SpilledBlock(
    int length, Consumer<ByteBuffer> writer, int bytesInFile, int attributes, long stamp)
    implements BlockSource {
  @Override
  public void writeTo(ByteBuffer memory) {
    writer.accept(memory);
  }
}
