package io.strata.perf.flash.measure;

import io.strata.perf.common.Pattern;
import io.strata.perf.flash.engine.Blocks;
import io.strata.perf.flash.engine.Setup;
import io.strata.perf.flash.load.Ramp;
import io.strata.perf.flash.load.Step;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Latencies at rates that rise until memory, or memory over flash on one, two or three devices,
 * cannot follow. All devices are files on the same disk.
 */
public final class ScatterRun {
  /** Requests that are served at the same time. */
  public static final int THREADS = 16;

  /** Memory over flash has room for so much of all blocks. */
  public static final double IN_MEMORY = 0.25;

  /** The highest rate, in parts of what threads serve that wait for nothing. */
  private static final double HIGHEST = 1.2;

  private static final int MAX_DEVICES = 3;
  private static final int ORDER = 1 << 18;

  /** Room that flash has, in parts of the blocks: devices are not filled quite evenly. */
  private static final double SLACK = 2;

  /** The same for memory, when all blocks are to be in it. */
  private static final double MEMORY_SLACK = 1.2;

  private static final long MIN_MEMORY = 48L << 20;

  private final Amounts amounts;
  private final Workplace workplace;
  private final Blocks blocks;
  private final int[] order;

  /** Prepares the blocks. */
  public ScatterRun(Amounts amounts, Workplace workplace) {
    this.amounts = amounts;
    this.workplace = workplace;
    this.blocks = new Blocks((int) (amounts.cloudBytes() / Amounts.LARGE), Amounts.LARGE);
    this.order = Pattern.ZIPF.order(blocks.count(), ORDER, 1);
  }

  /**
   * What was seen of one store.
   *
   * @param devices below memory; 0 when all is in memory
   * @param missRatio reads that memory could not answer
   * @param absent reads of blocks that were nowhere, and were made anew: none should be
   */
  public record Series(int devices, double missRatio, long absent, List<Step> steps) {}

  /** Measures all stores. */
  public List<Series> measure() throws IOException, InterruptedException {
    List<Series> all = new ArrayList<>();
    for (int devices = 0; devices <= MAX_DEVICES; devices++) {
      workplace.clear();
      try (Tiers tiers = open(devices)) {
        all.add(measure(devices, tiers));
      }
    }
    workplace.clear();
    return all;
  }

  private Tiers open(int devices) throws IOException, InterruptedException {
    if (devices == 0) {
      long bytes = (long) (MEMORY_SLACK * amounts.cloudBytes());
      return Tiers.memoryOnly(blocks, Math.max(MIN_MEMORY, bytes));
    }
    long bytes = (long) (SLACK * amounts.cloudBytes());
    Setup setup = Setup.of(workplace.folder(), blocks, bytes).onDevices(devices);
    long memory = (long) (IN_MEMORY * amounts.cloudBytes());
    return Tiers.overFlash(setup, Math.max(MIN_MEMORY, memory));
  }

  private Series measure(int devices, Tiers tiers) throws InterruptedException {
    Ramp loop =
        new Ramp(
            THREADS,
            Duration.ofMillis(amounts.stepMillis()),
            number -> tiers.read(order[(int) (number % ORDER)]));
    // Fills memory with what is read often, too.
    loop.highestRate();
    long missesBefore = tiers.misses();
    double highest = HIGHEST * loop.highestRate();
    long misses = tiers.misses() - missesBefore;
    double served = highest / HIGHEST * amounts.stepMillis() / 1e3;
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i <= amounts.steps(); i++) {
      steps.add(loop.run(rounded(highest * i / amounts.steps())));
    }
    return new Series(devices, misses / served, tiers.absent(), steps);
  }

  /** To two digits, 1 at least. */
  static double rounded(double rate) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(rate)) - 1));
    return Math.max(1, Math.round(rate / unit) * unit);
  }
}
