package io.strata.doctor.env;

import io.strata.readpath.config.JvmMemory;
import io.strata.readpath.config.MemoryLimits;
import io.strata.readpath.config.PhysicalMemory;
import java.util.List;
import java.util.OptionalLong;

/**
 * What a JVM of version 17 takes by its options, reckoned without starting one. Where it is not
 * exact: the JVM rounds sizes to its pages and regions; a collector that keeps a space empty to
 * copy to reports a heap that is smaller than {@code -Xmx} by a share which is the default's here;
 * without {@code -Xmx} the JVM's choice is taken as a quarter of the memory, and 32 GB at most.
 */
public final class ProcessMemory {
  private static final long LARGEST_DEFAULT = 32L << 30;
  private static final int DEFAULT_PERCENT = 25;
  private static final int HUNDRED = 100;

  /** Of the serial collector, a tenth of a third of the heap is empty. */
  private static final int SERIAL_SHARE = 30;

  /** Of the parallel collector, a third of a third. */
  private static final int PARALLEL_SHARE = 9;

  private static final String PERCENT_OPTION = "-XX:MaxRAMPercentage=";

  private final List<Word> words;
  private final PhysicalMemory physical;

  /** Of a command line, on a machine. */
  public ProcessMemory(List<Word> words, PhysicalMemory physical) {
    this.words = List.copyOf(words);
    this.physical = physical;
  }

  /** What the process is bound by; options that the JVM would not understand are passed over. */
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

  /** The number that the last of these options gives; empty where there is none. */
  public OptionalLong last(MemoryOption option) {
    return words.stream()
        .map(Word::text)
        .filter(option::isIn)
        .map(option::bytesIn)
        .flatMapToLong(OptionalLong::stream)
        .reduce((earlier, later) -> later);
  }

  /** What there is for all of the process. */
  public PhysicalMemory physical() {
    return physical;
  }

  private long heap() {
    return last(MemoryOption.HEAP)
        .orElseGet(
            () ->
                hasPercent()
                    ? (long) (physical.bytes() * percent() / HUNDRED)
                    : Math.min(physical.bytes() * DEFAULT_PERCENT / HUNDRED, LARGEST_DEFAULT));
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
