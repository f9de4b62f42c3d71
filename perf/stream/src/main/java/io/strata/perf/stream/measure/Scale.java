package io.strata.perf.stream.measure;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How much is done.
 *
 * @param entries of {@link #SMALL} bytes that are inserted, read and deleted
 * @param operations of the random kind with entries of {@link #SMALL} bytes
 * @param largeOperations the same with entries of {@link #LARGE} bytes
 * @param appendBytes that all producers together append, in appends of {@link #SMALL} bytes
 * @param fewAppendBytes the same in appends of {@link #FEW} bytes
 * @param tailReads that are timed
 * @param rounds that are measured at least
 * @param seconds that rounds take at least, together, which are measured; and before them as many
 *     others, which are not
 * @param forks processes of each engine, by turns; see {@link Section#forks}
 */
public record Scale(
    int entries,
    int operations,
    int largeOperations,
    int appendBytes,
    int fewAppendBytes,
    int tailReads,
    int rounds,
    int seconds,
    int forks) {
  /** Bytes of a small entry. */
  public static final int SMALL = 10_000;

  /** Bytes of a large one. */
  public static final int LARGE = 100_000;

  /** Bytes of a small append; a large one has {@link #SMALL}. */
  public static final int FEW = 100;

  /** How many bytes an append has. */
  public static final List<Integer> APPENDS = List.of(FEW, SMALL);

  /** How many producers append. */
  public static final List<Integer> PRODUCERS = List.of(1, 2, 10, 100);

  /** How many producers there are at most. */
  public static final int MAX_PRODUCERS = 100;

  /** How many entries, and how many random operations, a whole run is about. */
  public static final int WHOLE = 1_000_000;

  /** To be published; fewer of the large operations, for a million would want 20 GB. */
  public static Scale usual() {
    return new Scale(WHOLE, WHOLE, 3 * WHOLE / 10, 1_000_000_000, 100_000_000, 100_000, 3, 2, 2);
  }

  /** To see that it works. */
  public static Scale small() {
    return new Scale(5_000, 5_000, 1_000, 5_000_000, 1_000_000, 100, 1, 0, 1);
  }

  /**
   * A share of it, of the same rounds and processes.
   *
   * @param share more than 0, 1 at most
   */
  public Scale times(double share) {
    return new Scale(
        part(entries, share),
        part(operations, share),
        part(largeOperations, share),
        part(appendBytes, share),
        part(fewAppendBytes, share),
        part(tailReads, share),
        rounds,
        seconds,
        forks);
  }

  private static int part(int whole, double share) {
    return (int) Math.max(1, whole * share);
  }

  /** What all producers together append, in appends of so many bytes. */
  public int appendBytes(int bytes) {
    return bytes == FEW ? fewAppendBytes : appendBytes;
  }

  /** For another process. */
  public String text() {
    return Stream.of(
            entries,
            operations,
            largeOperations,
            appendBytes,
            fewAppendBytes,
            tailReads,
            rounds,
            seconds,
            forks)
        .map(String::valueOf)
        .collect(Collectors.joining(","));
  }

  /** Of a text that {@link #text} made. */
  public static Scale of(String text) {
    int[] of = Stream.of(text.split(",", -1)).mapToInt(Integer::parseInt).toArray();
    int i = 0;
    return new Scale(of[i++], of[i++], of[i++], of[i++], of[i++], of[i++], of[i++], of[i++], of[i]);
  }
}
