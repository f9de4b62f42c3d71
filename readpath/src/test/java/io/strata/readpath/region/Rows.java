package io.strata.readpath.region;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * Rows whose contents follow from their number and version, so that each cell can be verified by
 * itself.
 */
final class Rows {
  static final byte[] QUALIFIER = Bytes.toBytes("q");

  private static final int KEY_DIGITS_FROM = 3;
  private static final int LETTERS_IN_A_LONG = 16;

  private Rows() {}

  static byte[] key(int row) {
    return Bytes.toBytes(String.format("row%08d", row));
  }

  static int number(Cell cell) {
    return number(CellUtil.cloneRow(cell));
  }

  static int number(byte[] key) {
    String digits = Bytes.toString(key, KEY_DIGITS_FROM, key.length - KEY_DIGITS_FROM);
    try {
      return Integer.parseInt(digits);
    } catch (NumberFormatException e) {
      throw new AssertionError("No row has this key: " + Bytes.toStringBinary(key), e);
    }
  }

  /** Returns a put of the same cell into each family, without the write-ahead log. */
  static Put put(int row, int version, int valueBytes, byte[]... families) {
    Put put = new Put(key(row), version).setDurability(Durability.SKIP_WAL);
    for (byte[] family : families) {
      put.addColumn(family, QUALIFIER, value(row, version, family, valueBytes));
    }
    return put;
  }

  /** Uses sixteen letters, so that it compresses to half its size. */
  static byte[] value(int row, int version, byte[] family, int bytes) {
    byte[] value = new byte[bytes];
    long seed = ((long) row << 32 | version) * 31 + Bytes.hashCode(family);
    SplittableRandom random = new SplittableRandom(seed);
    long letters = 0;
    for (int i = 0; i < bytes; i++) {
      letters = i % LETTERS_IN_A_LONG == 0 ? random.nextLong() : letters >>> 4;
      value[i] = (byte) ('a' + (letters & 0xF));
    }
    return value;
  }

  /**
   * Checks a cell byte by byte.
   *
   * @return its version
   * @throws AssertionError if it differs from what was written
   */
  static int check(Cell cell, int valueBytes) {
    int row = number(cell);
    int version = (int) cell.getTimestamp();
    byte[] expected = value(row, version, CellUtil.cloneFamily(cell), valueBytes);
    if (!Arrays.equals(key(row), CellUtil.cloneRow(cell))
        || !CellUtil.matchingQualifier(cell, QUALIFIER)
        || !Arrays.equals(expected, CellUtil.cloneValue(cell))) {
      throw new AssertionError("Row " + row + " has other bytes than were written: " + cell);
    }
    return version;
  }
}
