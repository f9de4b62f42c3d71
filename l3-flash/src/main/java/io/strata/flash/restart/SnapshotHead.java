package io.strata.flash.restart;

import java.nio.ByteBuffer;
import java.util.UUID;

/**
 * Of what the other parts of a snapshot speak.
 *
 * @param store whose blocks they are
 * @param regionBytes how large its regions are
 */
record SnapshotHead(UUID store, int regionBytes) {
  private static final int BYTES = SnapshotRecord.roundUp(SnapshotRecord.HEADER_BYTES + 2 * Long.BYTES + Integer.BYTES);

  ByteBuffer encode() {
    ByteBuffer part = ByteBuffer.allocate(BYTES);
    part.position(SnapshotRecord.HEADER_BYTES);
    part.putLong(store.getMostSignificantBits()).putLong(store.getLeastSignificantBits());
    part.putInt(regionBytes);
    part.clear();
    SnapshotRecord.write(part, SnapshotRecord.HEAD);
    return part;
  }

  /** What a valid part says. */
  static SnapshotHead decode(ByteBuffer part) {
    part.position(SnapshotRecord.HEADER_BYTES);
    return new SnapshotHead(new UUID(part.getLong(), part.getLong()), part.getInt());
  }
}
