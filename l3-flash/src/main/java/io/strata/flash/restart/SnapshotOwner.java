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
 * @param owner whose they are, one that {@link #isKept}
 * @param files {@link #MAX_FILES} at most
 */
record SnapshotOwner(String owner, List<String> files) {
  /** So many names of any length fit into a part. */
  static final int MAX_FILES = 500;

  /** A longer text is left out. */
  private static final int MAX_CHARS = 10_000;

  /** Whether a snapshot keeps such an owner. */
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
    ByteBuffer part = ByteBuffer.allocate(SnapshotRecord.roundUp(bytes));
    part.position(SnapshotRecord.HEADER_BYTES);
    part.putInt(files.size());
    texts.forEach(each -> SnapshotRecord.putText(part, each));
    part.clear();
    SnapshotRecord.write(part, SnapshotRecord.OWNER);
    return part;
  }

  /** What a valid part says, or null when it is none that a snapshot writes. */
  static @Nullable SnapshotOwner decode(ByteBuffer part) {
    try {
      part.position(SnapshotRecord.HEADER_BYTES);
      int count = part.getInt();
      String owner = SnapshotRecord.text(part);
      List<String> files = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        files.add(SnapshotRecord.text(part));
      }
      return new SnapshotOwner(owner, files);
    } catch (BufferUnderflowException e) {
      return null;
    }
  }
}
