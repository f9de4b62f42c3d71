package io.strata.perf.stream.measure;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The amount of work of a run.
 *
 * @param entries number of entries of {@link #SMALL} bytes that are inserted, read and deleted
 * @param operations number of random operations on entries of {@link #SMALL} bytes
 * @param largeOperations number of random operations on entries of {@link #LARGE} bytes
 * @param appendBytes bytes appended by all producers together, in appends of {@link #SMALL} bytes
 * @param fewAppendBytes bytes appended by all producers together, in appends of {@link #FEW} bytes
 * @param tailReads number of timed tail reads
 * @param rounds minimum number of measured rounds
 * @param seconds minimum time of all measured rounds together, and of the warm-up before them
 * @param forks number of interleaved processes of each engine; see {@link Section#forks}
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
  /** Length of a small entry and of a large append, in bytes. */
  public static final int SMALL = 10_000;

  /** Length of a large entry, in bytes. */
  public static final int LARGE = 100_000;

  /** Length of a small append, in bytes. */
  public static final int FEW = 100;

  /** The measured lengths of appends, in bytes. */
  public static final List<Integer> APPENDS = List.of(FEW, SMALL);

  /** The measured numbers of producers. */
  public static final List<Integer> PRODUCERS = List.of(1, 2, 10, 100);

  /** Maximum number of producers. */
  public static final int MAX_PRODUCERS = 100;

  /** Number of entries and of random operations of a full run. */
  public static final int WHOLE = 1_000_000;

  /** Returns the scale of a full run; a million large operations would need 20 GB. */
  public static Scale usual() {
    return new Scale(WHOLE, WHOLE, 3 * WHOLE / 10, 1_000_000_000, 100_000_000, 100_000, 3, 2, 2);
  }

  /** Returns the scale of a smoke test. */
  public static Scale small() {
    return new Scale(5_000, 5_000, 1_000, 5_000_000, 1_000_000, 100, 1, 0, 1);
  }

  /**
   * Returns this scale with a fraction of the work, and the same rounds and processes.
   *
   * @param share above 0, at most 1
   */
  public Scale times(double share) {
    return new Scale(
        scaled(entries, share),
        scaled(operations, share),
        scaled(largeOperations, share),
        scaled(appendBytes, share),
        scaled(fewAppendBytes, share),
        scaled(tailReads, share),
        rounds,
        seconds,
        forks);
  }

  private static int scaled(int whole, double share) {
    return (int) Math.max(1, whole * share);
  }

  /** Returns the bytes appended by all producers together, for a length of appends. */
  public int appendBytes(int bytes) {
    return bytes == FEW ? fewAppendBytes : appendBytes;
  }

  /** Returns this scale as a command-line argument. */
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

  /** Parses the result of {@link #text}. */
  public static Scale of(String text) {
    int[] of = Stream.of(text.split(",", -1)).mapToInt(Integer::parseInt).toArray();
    int i = 0;
    return new Scale(of[i++], of[i++], of[i++], of[i++], of[i++], of[i++], of[i++], of[i++], of[i]);
  }
}
