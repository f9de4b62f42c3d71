package io.strata.l2;

import io.strata.l2.index.FileTable;
import io.strata.l2.layout.Handle;
import io.strata.l2.pack.Packer;
import io.strata.l2.pack.Unpacker;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;

/** Compressed blocks: those of a store, and those that a store compressed for a lower tier. */
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

  /** Returns whether packing is on, so that {@link #noteMiss} has a use. */
  public boolean isOn() {
    return packer.packs();
  }

  /**
   * Reports the duration of a miss, from the look-up to the insertion of the block. The cost of a
   * miss decides whether packing a block pays.
   *
   * @param bytes length of the block
   */
  public void noteMiss(long nanos, int bytes) {
    packer.noteMiss(nanos, bytes);
  }

  /**
   * Unpacks a block that a store packed and that lies outside of this store.
   *
   * @param packed a direct buffer; the packed block lies between its position and limit
   * @return a handle of the raw bytes for {@link BlockStore#view}, which the caller must pass to
   *     {@link BlockStore#unpin} exactly once; or {@link BlockStore#NONE} if no slot was available
   * @throws IllegalArgumentException if the packed block is damaged, or its dictionary is unknown
   */
  public int unpack(ByteBuffer packed) {
    return closed.getAsBoolean() ? Handle.NONE : unpacker.unpackAlone(packed);
  }

  /** Returns the counters of compression, and its costs. */
  public CompressionStatistics statistics() {
    return CompressionStatistics.of(files, packer, unpacker);
  }
}
