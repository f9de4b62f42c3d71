package io.strata.flash.restart;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some files of one owner.
 *
 * <pre>
 *  files | bytes, owner | bytes, name | bytes, name | ...
 *  4     | 2            | 2           | 2           |
 * </pre>
 *
 * @param owner of the files, which {@link #isKept} accepts
 * @param files at most {@link #MAX_FILES}
 */
record SnapshotOwner(String owner, List<String> files) {
  /** A record has space for this many names of any length. */
  static final int MAX_FILES = 500;

  /** Longer owners are not stored. */
  private static final int MAX_CHARS = 10_000;

  /** Returns whether a snapshot stores this owner. */
  static boolean isKept(String owner) {
    return owner.length() <= MAX_CHARS;
  }

  ByteBuffer encode() {
    List<byte[]> texts = new ArrayList<>();
    texts.add(owner.getBytes(UTF_8));
    files.forEach(each -> texts.add(each.getBytes(UTF_8)));
    int bytes = SnapshotRecord.HEADER_BYTES + Integer.BYTES;
    for (byte[] each : texts) {
      bytes += Short.BYTES + each.length;
    }
    ByteBuffer record = ByteBuffer.allocate(SnapshotRecord.roundUp(bytes));
    record.position(SnapshotRecord.HEADER_BYTES);
    record.putInt(files.size());
    texts.forEach(each -> SnapshotRecord.putText(record, each));
    record.clear();
    SnapshotRecord.write(record, SnapshotRecord.OWNER);
    return record;
  }

  /** Decodes a valid record; null if it is not one that a snapshot writes. */
  static @Nullable SnapshotOwner decode(ByteBuffer record) {
    try {
      record.position(SnapshotRecord.HEADER_BYTES);
      int count = record.getInt();
      String owner = SnapshotRecord.text(record);
      List<String> files = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        files.add(SnapshotRecord.text(record));
      }
      return new SnapshotOwner(owner, files);
    } catch (BufferUnderflowException e) {
      return null;
    }
  }
}
