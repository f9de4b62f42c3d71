package io.strata.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.it.correctness.Content;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Result;
import org.jspecify.annotations.Nullable;

/** Compares rows with the model. Thread-safe. */
final class RowCheck {
  static final byte[] VALUE = {'q'};
  static final byte[] COUNTER = {'n'};

  /** The family of the counter. */
  static final SoakFamily COUNTED = SoakFamily.PLAIN;

  private final Model model;

  RowCheck(Model model) {
    this.model = model;
  }

  static byte[] key(int row) {
    return String.format("row%06d", row).getBytes(UTF_8);
  }

  static int row(byte[] key) {
    return Integer.parseInt(new String(key, UTF_8).substring(3));
  }

  /**
   * Checks for bytes that were never written, which no read may ever return.
   *
   * @return what is wrong, in a sentence; null if nothing is
   */
  @Nullable String corrupt(int row, Result result) {
    for (SoakFamily family : SoakFamily.ALL) {
      Cell cell = result.getColumnLatestCell(family.bytes(), VALUE);
      if (cell == null) {
        continue;
      }
      String what = name(row) + ", family " + family;
      if (cell.getValueLength() < Integer.BYTES) {
        return what + ": a value of " + cell.getValueLength() + " bytes";
      }
      int version = version(cell);
      if (version != cell.getTimestamp()
          || Content.isAbsent(version)
          || version > model.values().sent(row)) {
        return what + ": version " + version + " was never written";
      }
      if (!hasValue(cell, family.value(row, version))) {
        return what + ": the bytes are not those of version " + version;
      }
    }
    return null;
  }

  /**
   * Checks that a row is as it was at one time between the beginning of a read and now.
   *
   * @param families the families that were read
   * @return what is wrong, in a sentence; null if nothing is
   */
  @Nullable String untimely(int row, Result result, List<SoakFamily> families, Model.Floor floor) {
    int atMost = model.values().sent(row);
    String first = null;
    for (SoakFamily family : families) {
      Cell cell = result.getColumnLatestCell(family.bytes(), VALUE);
      String shown = cell == null ? "nothing" : "version " + version(cell);
      boolean timely =
          cell == null
              ? mayBeAbsent(floor.version(), atMost)
              : floor.version() <= version(cell) && version(cell) <= atMost;
      String what = name(row) + ", family " + family + ": " + shown;
      if (!timely) {
        return what + ", not version " + floor.version() + " to " + atMost;
      }
      if (first != null && !first.equals(shown)) {
        return what + " beside " + first + " in another family";
      }
      first = shown;
    }
    return families.contains(COUNTED) ? untimelyCounter(row, result, floor) : null;
  }

  private @Nullable String untimelyCounter(int row, Result result, Model.Floor floor) {
    byte[] value = result.getValue(COUNTED.bytes(), COUNTER);
    long shown = value == null ? 0 : ByteBuffer.wrap(value).getLong();
    int atMost = model.counters().sent(row);
    if (floor.counter() <= shown && shown <= atMost) {
      return null;
    }
    return name(row) + ": counter " + shown + ", not " + floor.counter() + " to " + atMost;
  }

  private static boolean mayBeAbsent(int atLeast, int atMost) {
    for (int version = atLeast; version <= atMost; version++) {
      if (Content.isAbsent(version)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasValue(Cell cell, byte[] expected) {
    int offset = cell.getValueOffset();
    return Arrays.equals(
        expected, 0, expected.length, cell.getValueArray(), offset, offset + cell.getValueLength());
  }

  private static int version(Cell cell) {
    return ByteBuffer.wrap(cell.getValueArray(), cell.getValueOffset(), Integer.BYTES).getInt();
  }

  private static String name(int row) {
    return "row " + row;
  }
}
