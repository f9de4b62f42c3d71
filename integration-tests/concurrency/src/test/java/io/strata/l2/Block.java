package io.strata.l2;

import io.strata.l2.write.BlockSource;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;

/** A block to insert into an {@link Engine}; counts its releases. */
public final class Block implements BlockSource {
  private final long fileId;
  private final long offset;
  private final AtomicInteger releases = new AtomicInteger();

  public Block(long fileId, long offset) {
    this.fileId = fileId;
    this.offset = offset;
  }

  @Override
  public int length() {
    return Engine.BLOCK_BYTES;
  }

  @Override
  public long attributes() {
    return Engine.word(fileId, offset, -1);
  }

  @Override
  public long stamp() {
    return Engine.word(fileId, offset, -2);
  }

  @Override
  public boolean inMemory() {
    return false;
  }

  @Override
  public void writeTo(ByteBuffer part, int from) {
    Engine.write(part, fileId, offset);
  }

  @Override
  public void release() {
    releases.incrementAndGet();
  }

  /** Returns how often it was released. */
  public int releases() {
    return releases.get();
  }
}
