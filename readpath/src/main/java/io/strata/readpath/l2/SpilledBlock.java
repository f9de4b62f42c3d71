package io.strata.readpath.l2;

import io.strata.flash.BlockSource;
import java.nio.ByteBuffer;
import java.util.function.Consumer;

/**
 * A block that goes to a disk. One thread's.
 *
 * @param length in bytes
 * @param writer fills memory of that length with the block
 * @param bytesInFile that it takes there; 0 when not known
 * @param attributes the first word to keep beside it
 * @param stamp the second one
 */
record SpilledBlock(
    int length, Consumer<ByteBuffer> writer, int bytesInFile, int attributes, long stamp)
    implements BlockSource {
  @Override
  public void writeTo(ByteBuffer memory) {
    writer.accept(memory);
  }
}
