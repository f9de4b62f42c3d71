package io.strata.doctor.env;

import io.strata.readpath.config.JvmMemory;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.PhysicalMemory;
import java.util.List;
import java.util.OptionalLong;

/**
 * Computes the memory limits of a JVM 17 from its options, without starting one. It is inexact in
 * three ways: the JVM rounds sizes to pages and regions; collectors with an empty copy space report
 * a heap that is smaller than {@code -Xmx}, for which the default share is assumed; without {@code
 * -Xmx} and {@code -XX:MaxRAMPercentage}, the heap is assumed to be a quarter of the memory, at
 * most 32 GB.
 */
public final class ProcessMemory {
  private static final long MAX_DEFAULT = 32L << 30;
  private static final int DEFAULT_PERCENT = 25;
  private static final int HUNDRED = 100;

  /** The serial collector keeps 1/10 of 1/3 of the heap empty. */
  private static final int SERIAL_SHARE = 30;

  /** The parallel collector keeps 1/3 of 1/3 of the heap empty. */
  private static final int PARALLEL_SHARE = 9;

  private static final String PERCENT_OPTION = "-XX:MaxRAMPercentage=";

  private final List<Word> words;
  private final PhysicalMemory physical;

  /** Creates the computation for a command line on a machine. */
  public ProcessMemory(List<Word> words, PhysicalMemory physical) {
    this.words = List.copyOf(words);
    this.physical = physical;
  }

  /** Returns the limits; ignores options that the JVM would reject. */
  public MemoryLimits limits() {
    long heap = heap();
    long reported = reported(heap);
    JvmMemory usual = JvmMemory.usual(heap);
    return new MemoryLimits(
        reported,
        last(MemoryOption.DIRECT).stream().filter(bytes -> bytes > 0).findFirst().orElse(reported),
        new JvmMemory(
            heap,
            last(MemoryOption.METADATA).orElse(usual.metadata()),
            last(MemoryOption.CODE).orElse(usual.code()),
            last(MemoryOption.STACK).stream()
                .filter(bytes -> bytes > 0)
                .findFirst()
                .orElse(usual.stack())),
        physical);
  }

  /** Returns the value of the last occurrence of an option; empty if there is none. */
  public OptionalLong last(MemoryOption option) {
    return words.stream()
        .map(Word::text)
        .filter(option::isIn)
        .map(option::bytesIn)
        .flatMapToLong(OptionalLong::stream)
        .reduce((earlier, later) -> later);
  }

  /** Returns the memory of the machine or container. */
  public PhysicalMemory physical() {
    return physical;
  }

  private long heap() {
    return last(MemoryOption.HEAP)
        .orElseGet(
            () ->
                hasPercent()
                    ? (long) (physical.bytes() * percent() / HUNDRED)
                    : Math.min(physical.bytes() * DEFAULT_PERCENT / HUNDRED, MAX_DEFAULT));
  }

  private boolean hasPercent() {
    return words.stream().anyMatch(word -> word.text().startsWith(PERCENT_OPTION));
  }

  private double percent() {
    try {
      return words.stream()
          .map(Word::text)
          .filter(text -> text.startsWith(PERCENT_OPTION))
          .map(text -> text.substring(PERCENT_OPTION.length()))
          .mapToDouble(Double::parseDouble)
          .reduce(DEFAULT_PERCENT, (earlier, later) -> later);
    } catch (NumberFormatException e) {
      return DEFAULT_PERCENT;
    }
  }

  private long reported(long heap) {
    if (uses("Serial")) {
      return heap - heap / SERIAL_SHARE;
    }
    return uses("Parallel") ? heap - heap / PARALLEL_SHARE : heap;
  }

  private boolean uses(String collector) {
    return words.stream().anyMatch(word -> word.text().equals("-XX:+Use%sGC".formatted(collector)));
  }
}
