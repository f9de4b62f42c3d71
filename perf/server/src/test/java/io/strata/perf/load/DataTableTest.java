package io.strata.perf.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.DataSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.PerformanceEvaluation;
import org.apache.hadoop.hbase.client.Result;
import org.junit.jupiter.api.Test;

/** The contents of tables; {@link LoadIT} creates them. */
class DataTableTest {
  private static final long BYTES = 100 << 20;

  private final DataTable zipfian = DataTable.zipfian("cells", BYTES, 4);

  @Test
  void zipfianSizesFollowTheDistribution() {
    int[] sizes =
        LongStream.range(0, 1_000_000)
            .mapToInt(NumberedRows.zipfian(BYTES)::valueLength)
            .sorted()
            .toArray();
    double norm = LongStream.rangeClosed(1, 256 << 10).mapToDouble(DataTableTest::weight).sum();
    assertThat(sizes[0]).isEqualTo(1);
    assertThat(sizes[sizes.length - 1]).isBetween(255 << 10, 256 << 10);
    for (int size : new int[] {1, 10, 100, 1000, 10_000, 100_000}) {
      double share =
          LongStream.rangeClosed(1, size).mapToDouble(DataTableTest::weight).sum() / norm;
      assertThat(countUpTo(sizes, size) / 1e6).as("up to %d", size).isCloseTo(share, within(0.002));
    }
  }

  private static double weight(long size) {
    return Math.pow((double) size, -1.2);
  }

  private static long countUpTo(int[] sizes, int size) {
    return Arrays.stream(sizes).filter(each -> each <= size).count();
  }

  @Test
  void bytesConvertToRowsAndBack() {
    assertThat(zipfian.bytes(0, zipfian.rows())).isGreaterThanOrEqualTo(BYTES);
    assertThat(zipfian.bytes(0, zipfian.rows() - 1)).isLessThan(BYTES);

    KeyValue cell =
        new KeyValue(
            PerformanceEvaluation.format(5),
            DataTable.FAMILY,
            NumberedRows.QUALIFIER,
            new byte[1000]);
    assertThat(DataTable.fixed("pe", 1000, 100, 1).bytes(20, 70)).isEqualTo(50L * cell.getLength());
  }

  @Test
  void everyByteOfAValueIsChecked() {
    byte[] bytes = new byte[60];
    for (int length = 0; length < 40; length++) {
      Values.fill(1234, bytes, length);
      byte[] moved = new byte[60];
      System.arraycopy(bytes, 0, moved, 3, length);
      assertThat(Values.begin(1234, moved, 3, length)).isTrue();
      for (int at = 0; at < length; at++) {
        assertThat(Values.begin(1234, moved, 3, at)).isTrue();
        moved[3 + at]++;
        assertThat(Values.begin(1234, moved, 3, length)).as("%d of %d", at, length).isFalse();
        moved[3 + at]--;
      }
    }
    assertThat(bytes[0]).isEqualTo((byte) 4);
    assertThat(Values.begin(1244, bytes, 0, 39)).isFalse();
  }

  @Test
  void wrongAnswerIsRejected() throws Exception {
    DataTable table = DataTable.fixed("pe", 100, 1000, 1);
    byte[] value = new byte[100];
    Values.fill(17, value, 100);
    table.check(17, answer(17, value), true);

    assertThatThrownBy(() -> table.check(17, Result.EMPTY_RESULT, false))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("Row " + table.text(17) + " of pe is missing");
    assertThatThrownBy(() -> table.check(17, answer(18, value), false))
        .hasMessageContaining(table.text(17) + " of pe is missing")
        .hasMessageContaining(table.text(18));
    assertThatThrownBy(() -> table.check(17, answer(17, new byte[99]), false))
        .hasMessageContaining("a value of 99 bytes, 100 were written");
    value[99]++;
    table.check(17, answer(17, value), false);
    assertThatThrownBy(() -> table.check(17, answer(17, value), true))
        .hasMessageContaining("another value than the one written");
    value[7]++;
    assertThatThrownBy(() -> table.check(17, answer(17, value), false))
        .hasMessageContaining("another value than the one written");
  }

  private static Result answer(long row, byte[] value) {
    return Result.create(
        new Cell[] {
          new KeyValue(
              PerformanceEvaluation.format(row), DataTable.FAMILY, NumberedRows.QUALIFIER, value)
        });
  }

  @Test
  void valuesOfRowsDiffer() {
    byte[] first = new byte[8];
    byte[] second = new byte[8];
    for (long row = 0; row < 1000; row++) {
      Values.fill(row, first, 8);
      Values.fill(row + 10, second, 8);
      assertThat(first[0]).isEqualTo(second[0]);
      assertThat(first).isNotEqualTo(second);
    }
  }

  @Test
  void rowsOfADataSetAreChecked() throws Exception {
    DataTable table = DataTable.of("lines", DataSet.LINEITEM, 1 << 20);
    List<KeyValue> cells = new ArrayList<>();
    table.contents().write(10, 12, cells::add);

    assertThat(table.bytes(0, table.rows())).isGreaterThanOrEqualTo(1 << 20);
    assertThat(table.bytes(0, table.rows() - 1)).isLessThan(1 << 20);
    assertThat(cells).hasSize(2 * table.contents().cellsPerRow());
    assertThat(cells.stream().mapToLong(KeyValue::getLength).sum()).isEqualTo(table.bytes(10, 12));
    Cell[] row = cells.subList(0, cells.size() / 2).toArray(Cell[]::new);
    table.check(10, Result.create(row), true);

    assertThatThrownBy(() -> table.check(11, Result.create(row), false))
        .hasMessageContaining("Row " + table.text(11) + " of lines is missing");
    assertThatThrownBy(() -> table.check(10, Result.create(Arrays.copyOf(row, 3)), false))
        .hasMessageContaining("has 3 cells, 16 were written");
    row[7].getValueArray()[row[7].getValueOffset()]++;
    table.check(10, Result.create(row), false);
    assertThatThrownBy(() -> table.check(10, Result.create(row), true))
        .hasMessageContaining("has other values than those written");
  }
}
