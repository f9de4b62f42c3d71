package io.strata.perf.bench;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;

/**
 * A block whose bytes are never written, so that it takes only the page of its header in a sparse
 * file. Immutable.
 *
 * @param length in bytes
 */
record UnwrittenBlock(int length) implements BlockSource {
  @Override
  public long attributes() {
    return 0;
  }

  @Override
  public long stamp() {
    return 0;
  }

  @Override
  public boolean inMemory() {
    return false;
  }

  @Override
  public void writeTo(ByteBuffer part, int from) {
    part.position(part.limit());
  }

  @Override
  public void release() {}
}
