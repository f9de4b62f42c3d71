package io.strata.l2;

import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.pack.Packer;
import io.strata.l2.pack.Unpacker;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/** Compressed blocks: those of a store, and those of a lower tier that a store has compressed. */
public final class Packing {
  private final FileTable files;
  private final Packer packer;
  private final Unpacker unpacker;
  private final BooleanSupplier closed;

  Packing(FileTable files, Packer packer, Unpacker unpacker, BooleanSupplier closed) {
    this.files = files;
    this.packer = packer;
    this.unpacker = unpacker;
    this.closed = closed;
  }

  /** Returns whether blocks are packed, so that {@link #noteMiss} is of use. */
  public boolean isOn() {
    return packer.packs();
  }

  /**
   * Notes how long a miss took, from the look-up to the block's arrival: by that, packing a block
   * is worth its time or not.
   *
   * @param bytes of the block
   */
  public void noteMiss(long nanos, int bytes) {
    packer.noteMiss(nanos, bytes);
  }

  /**
   * Unpacks a block that was packed by a store like this one, and lies elsewhere.
   *
   * @param packed direct, between position and limit
   * @return a handle of the raw bytes for {@link BlockStore#view}, which must be given to {@link
   *     BlockStore#unpin} exactly once; or {@link BlockStore#NONE} when no slot was had
   * @throws IllegalArgumentException when it is damaged
   */
  public int unpack(ByteBuffer packed) {
    return closed.getAsBoolean() ? Handle.NONE : unpacker.unpackAlone(packed);
  }

  /** Returns what is compressed, and what that cost. */
  public CompressionStatistics statistics() {
    return CompressionStatistics.of(files, packer, unpacker);
  }
}
