package io.strata.readpath.l2;

import io.strata.flash.BlockSource;
import io.strata.l2.evict.Victim;
import java.nio.ByteBuffer;

/** A block that goes from its slots to a disk. One thread's. */
final class LeavingBlock implements BlockSource {
  private final Victim victim;
  private final long attributes;
  private final long stamp;

  LeavingBlock(Victim victim, long attributes, long stamp) {
    this.victim = victim;
    this.attributes = attributes;
    this.stamp = stamp;
  }

  @Override
  public int length() {
    return victim.length();
  }

  @Override
  public long attributes() {
    return attributes;
  }

  @Override
  public long stamp() {
    return stamp;
  }

  @Override
  public void writeTo(ByteBuffer memory) {
    for (ByteBuffer part : victim.views()) {
      memory.put(part);
    }
  }
}
