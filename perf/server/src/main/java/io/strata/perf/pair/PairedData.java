package io.strata.perf.pair;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.PackedHistogram;

/**
 * The data of a paired measurement, and its CSV file: lines that begin with {@code #} hold facts; a
 * line of headings and a line for each slice follow. Latencies are histograms in HdrHistogram's
 * compressed form, in Base64.
 *
 * @param small whether the run is too short for its figures to be meaningful
 * @param first the first server's configuration
 * @param second the second server's configuration
 * @param facts run and machine
 * @param runs the loads, then the loads of the control
 */
public record PairedData(
    boolean small, String first, String second, Map<String, String> facts, List<PairedRun> runs) {
  private static final String HEADINGS =
      "run,load,pair,place,side,rows,requests,unsent,nanos,cpu_nanos,hits,misses,file_bytes,"
          + "gc_millis,blocks,compressed_blocks,p50,p99,p999,latencies";
  private static final int COLUMNS = HEADINGS.split(",", -1).length;
  private static final String CONTROL = "control";
  private static final int FIRST_NUMBER = 5;
  private static final int LATENCIES = COLUMNS - 1;

  /** Copies the collections. */
  public PairedData {
    facts = new LinkedHashMap<>(facts);
    runs = List.copyOf(runs);
  }

  /** Writes the file, atomically. */
  public void write(Path file) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    try (BufferedWriter out = Files.newBufferedWriter(draft)) {
      fact(out, "small", Boolean.toString(small));
      fact(out, "first", first);
      fact(out, "second", second);
      for (Map.Entry<String, String> fact : facts.entrySet()) {
        fact(out, fact.getKey(), fact.getValue());
      }
      out.write(HEADINGS + "\n");
      for (PairedRun run : runs) {
        for (int i = 0; i < run.pairs().size(); i++) {
          SlicePair pair = run.pairs().get(i);
          boolean began = pair.firstBegan();
          slice(out, run, i + 1, began ? 1 : 2, "first", pair.first());
          slice(out, run, i + 1, began ? 2 : 1, "second", pair.second());
        }
      }
    }
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }

  private static void fact(BufferedWriter out, String name, String value) throws IOException {
    out.write("# " + name + ": " + value.replace('\n', ' ') + "\n");
  }

  private static void slice(
      BufferedWriter out, PairedRun run, int pair, int position, String side, PairedSlice slice)
      throws IOException {
    Histogram latencies = slice.latencies();
    List<Object> cells =
        List.of(
            run.control() ? CONTROL : "main",
            run.load(),
            pair,
            position,
            side,
            slice.rows(),
            slice.requests(),
            slice.unsent(),
            slice.nanos(),
            slice.cpuNanos(),
            slice.hits(),
            slice.misses(),
            slice.fileBytes(),
            slice.gcMillis(),
            slice.blocks(),
            slice.compressedBlocks(),
            latencies.getValueAtPercentile(50),
            latencies.getValueAtPercentile(99),
            latencies.getValueAtPercentile(99.9),
            text(latencies));
    out.write(String.join(",", cells.stream().map(String::valueOf).toList()) + "\n");
  }

  private static String text(Histogram latencies) {
    ByteBuffer bytes = ByteBuffer.allocate(latencies.getNeededByteBufferCapacity());
    // A histogram keeps the buffers that it was encoded with, which are far larger than itself.
    int length = latencies.copy().encodeIntoCompressedByteBuffer(bytes);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(bytes.array(), length));
  }

  /**
   * Reads a file that {@link #write} has written.
   *
   * @throws IOException if it cannot be read or has another format
   */
  public static PairedData read(Path file) throws IOException {
    Map<String, String> facts = new LinkedHashMap<>();
    List<String[]> rows = new ArrayList<>();
    for (String line : Files.readAllLines(file, UTF_8)) {
      if (line.startsWith("# ")) {
        String[] fact = line.substring(2).split(": ", 2);
        facts.put(fact[0], fact.length == 2 ? fact[1] : "");
      } else {
        rows.add(line.split(",", -1));
      }
    }
    boolean whole = rows.size() % 2 == 1 && String.join(",", rows.get(0)).equals(HEADINGS);
    if (!whole || rows.stream().anyMatch(row -> row.length != COLUMNS)) {
      throw new IOException(file + " is not a complete paired measurement. Measure again.");
    }
    return new PairedData(
        Boolean.parseBoolean(facts.remove("small")),
        String.valueOf(facts.remove("first")),
        String.valueOf(facts.remove("second")),
        facts,
        runs(rows.subList(1, rows.size())));
  }

  /** In each pair the first server's line precedes the second's. */
  private static List<PairedRun> runs(List<String[]> rows) throws IOException {
    Map<List<String>, List<SlicePair>> pairs = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i += 2) {
      String[] first = rows.get(i);
      pairs
          .computeIfAbsent(List.of(first[0], first[1]), run -> new ArrayList<>())
          .add(new SlicePair(first[3].equals("1"), slice(first), slice(rows.get(i + 1))));
    }
    return pairs.entrySet().stream()
        .map(
            run ->
                new PairedRun(
                    run.getKey().get(1), run.getKey().get(0).equals(CONTROL), run.getValue()))
        .toList();
  }

  private static PairedSlice slice(String[] cells) throws IOException {
    long[] numbers =
        Arrays.stream(cells, FIRST_NUMBER, LATENCIES).mapToLong(Long::parseLong).toArray();
    try {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(cells[LATENCIES]));
      return new PairedSlice(
          numbers[0],
          numbers[1],
          numbers[2],
          numbers[3],
          numbers[4],
          numbers[5],
          numbers[6],
          numbers[7],
          numbers[8],
          numbers[9],
          numbers[10],
          PackedHistogram.decodeFromCompressedByteBuffer(bytes, 0));
    } catch (DataFormatException e) {
      throw new IOException("The latencies of a slice are damaged. Measure again.", e);
    }
  }
}
