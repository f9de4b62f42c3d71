package io.strata.perf.common;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.OrderGenerator;
import io.trino.tpch.TpchColumn;
import io.trino.tpch.TpchEntity;
import io.trino.tpch.TpchTable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** Generators of realistic tables, row by row in key order. Deterministic and stateless. */
public enum DataSet {
  /** TPC-H lineitem rows, one cell per column. */
  LINEITEM("TPC-H lineitem"),
  /** TPC-H orders rows, one cell per column. */
  ORDERS("TPC-H orders"),
  /** JSON documents of a few hundred bytes, one cell each. */
  JSON("JSON documents"),
  /** Host metrics in OpenTSDB's format, one hour per row. */
  TIME_SERIES("time series"),
  /** Random, incompressible values, as YCSB and PerformanceEvaluation write. */
  RANDOM("random values");

  /** Returns the name of a figure of the flash tier with blocks of this data set. */
  public String flashFigure(String algorithm, String what) {
    return "compressed.disks." + name() + "." + algorithm + "." + what;
  }

  /** Receives rows. */
  public interface Rows {
    /**
     * Receives a row.
     *
     * @param qualifiers in ascending order
     * @return whether to continue
     */
    boolean row(byte[] key, byte[][] qualifiers, byte[][] values) throws IOException;
  }

  private static final int RANDOM_BYTES = 1_000;
  private static final int METRICS = 200;
  private static final int HOSTS = 50;
  private static final int POINTS = 60;
  private static final int HOUR = 3_600;
  private static final int FIRST_HOUR = 1_700_000_000 / HOUR * HOUR;

  private final String title;

  DataSet(String title) {
    this.title = title;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return title;
  }

  /** Generates rows until the receiver returns false. */
  public void write(Rows rows) throws IOException {
    switch (this) {
      case LINEITEM ->
          writeTable(
              TpchTable.LINE_ITEM,
              new LineItemGenerator(10, 1, 1),
              line ->
                  ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                      .putLong(line.getOrderKey())
                      .putInt(line.getLineNumber())
                      .array(),
              rows);
      case ORDERS ->
          writeTable(
              TpchTable.ORDERS,
              new OrderGenerator(10, 1, 1),
              order -> ByteBuffer.allocate(Long.BYTES).putLong(order.getOrderKey()).array(),
              rows);
      case JSON -> writeDocuments(rows);
      case TIME_SERIES -> writeSeries(rows);
      case RANDOM -> writeRandom(rows);
    }
  }

  private interface Key<E> {
    byte[] of(E row);
  }

  /** Writes values as text, in the order of the column names. */
  private static <E extends TpchEntity> void writeTable(
      TpchTable<E> table, Iterable<E> generator, Key<E> key, Rows rows) throws IOException {
    List<TpchColumn<E>> columns = table.getColumns();
    int[] order =
        IntStream.range(0, columns.size())
            .boxed()
            .sorted(Comparator.comparing(i -> columns.get(i).getColumnName()))
            .mapToInt(Integer::intValue)
            .toArray();
    byte[][] qualifiers =
        Arrays.stream(order)
            .mapToObj(i -> columns.get(i).getColumnName().getBytes(UTF_8))
            .toArray(byte[][]::new);
    for (E row : generator) {
      String[] fields = row.toLine().split("\\|", -1);
      byte[][] values =
          Arrays.stream(order).mapToObj(i -> fields[i].getBytes(UTF_8)).toArray(byte[][]::new);
      if (!rows.row(key.of(row), qualifiers, values)) {
        return;
      }
    }
  }

  private static void writeDocuments(Rows rows) throws IOException {
    SplittableRandom random = new SplittableRandom(25);
    List<String> words = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      words.add(
          random
              .ints(3 + random.nextInt(8), 'a', 'z' + 1)
              .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
              .toString());
    }
    byte[][] qualifier = {"document".getBytes(UTF_8)};
    boolean more = true;
    for (long number = 0; more; number++) {
      StringBuilder text = new StringBuilder();
      for (int i = 20 + random.nextInt(60); i > 0; i--) {
        text.append(words.get(Math.min(random.nextInt(2_000), random.nextInt(2_000)))).append(' ');
      }
      String document =
          ("{\"id\":%d,\"name\":\"%s %s\",\"email\":\"%s@%s.example\",\"active\":%b,"
                  + "\"created\":\"2026-%02d-%02dT%02d:%02d:%02dZ\",\"balance\":%.2f,"
                  + "\"address\":{\"street\":\"%s %d\",\"city\":\"%s\",\"zip\":\"%05d\"},"
                  + "\"tags\":[\"%s\",\"%s\"],\"text\":\"%s\"}")
              .formatted(
                  number,
                  words.get(random.nextInt(500)),
                  words.get(random.nextInt(2_000)),
                  words.get(random.nextInt(2_000)),
                  words.get(random.nextInt(50)),
                  random.nextBoolean(),
                  1 + random.nextInt(12),
                  1 + random.nextInt(28),
                  random.nextInt(24),
                  random.nextInt(60),
                  random.nextInt(60),
                  random.nextDouble(10_000),
                  words.get(random.nextInt(2_000)),
                  random.nextInt(200),
                  words.get(random.nextInt(300)),
                  random.nextInt(100_000),
                  words.get(random.nextInt(100)),
                  words.get(random.nextInt(100)),
                  text);
      more =
          rows.row(
              String.format(Locale.ROOT, "user%012d", number).getBytes(UTF_8),
              qualifier,
              new byte[][] {document.getBytes(UTF_8)});
    }
  }

  /** Writes rows with keys of metric, hour and two tags, and one value per minute. */
  private static void writeSeries(Rows rows) throws IOException {
    SplittableRandom random = new SplittableRandom(26);
    byte[][] qualifiers = new byte[POINTS][];
    Arrays.setAll(
        qualifiers, i -> ByteBuffer.allocate(Short.BYTES).putShort((short) (i << 4 | 0xB)).array());
    boolean more = true;
    for (int metric = 0; more; metric++) {
      double[] level = random.doubles(HOSTS, 0, 100).toArray();
      for (int hour = 0; more && hour < METRICS; hour++) {
        for (int host = 0; more && host < HOSTS; host++) {
          byte[] key =
              ByteBuffer.allocate(20)
                  .putInt(metric)
                  .putInt(FIRST_HOUR + hour * HOUR)
                  .putShort((short) 1)
                  .putInt(host)
                  .putShort((short) 2)
                  .putInt(host % 5)
                  .array();
          byte[][] values = new byte[POINTS][];
          for (int point = 0; point < POINTS; point++) {
            level[host] = Math.max(0, level[host] + random.nextInt(-2, 3) * 0.25);
            values[point] = ByteBuffer.allocate(Double.BYTES).putDouble(level[host]).array();
          }
          more = rows.row(key, qualifiers, values);
        }
      }
    }
  }

  private static void writeRandom(Rows rows) throws IOException {
    SplittableRandom random = new SplittableRandom(27);
    byte[][] qualifier = {{'0'}};
    boolean more = true;
    for (long number = 0; more; number++) {
      byte[] value = new byte[RANDOM_BYTES];
      random.nextBytes(value);
      more =
          rows.row(
              String.format(Locale.ROOT, "%026d", number).getBytes(UTF_8),
              qualifier,
              new byte[][] {value});
    }
  }
}
