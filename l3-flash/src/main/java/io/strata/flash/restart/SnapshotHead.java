package io.strata.flash.restart;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * The first record of a snapshot, which the others refer to.
 *
 * @param store the id of the store
 * @param regionBytes the size of its regions
 */
record SnapshotHead(UUID store, int regionBytes) {
  private static final int BYTES =
      SnapshotRecord.roundUp(SnapshotRecord.HEADER_BYTES + 2 * Long.BYTES + Integer.BYTES);

  ByteBuffer encode() {
    ByteBuffer record = ByteBuffer.allocate(BYTES);
    record.position(SnapshotRecord.HEADER_BYTES);
    record.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
    record.putInt(regionBytes);
    record.clear();
    SnapshotRecord.write(record, SnapshotRecord.HEAD);
    return record;
  }

  /** Decodes a valid record. */
  static SnapshotHead decode(ByteBuffer record) {
    record.position(SnapshotRecord.HEADER_BYTES);
    return new SnapshotHead(new UUID(record.getLong(), record.getLong()), record.getInt());
  }
}
