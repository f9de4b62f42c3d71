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
 * Measures latencies at rates that rise until memory, or memory over flash on one, two or three
 * devices, is saturated. All devices are files on the same disk.
 */
public final class ScatterRun {
  /** Requests served at the same time. */
  public static final int THREADS = 16;

  /** The share of the blocks that memory over flash can hold. */
  public static final double IN_MEMORY = 0.25;

  /** The maximum rate, as a multiple of the peak rate. */
  private static final double PEAK_FACTOR = 1.2;

  private static final int MAX_DEVICES = 3;
  private static final int ORDER = 1 << 18;

  /** The capacity of flash, as a multiple of the blocks: devices are not filled quite evenly. */
  private static final double SLACK = 2;

  /** The capacity of memory that holds all blocks, as a multiple of the blocks. */
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
    this.blocks = new Blocks((int) (amounts.scatterBytes() / Amounts.LARGE), Amounts.LARGE);
    this.order = Pattern.ZIPF.order(blocks.count(), ORDER, 1);
  }

  /**
   * The results of one store.
   *
   * @param devices below memory; 0 if all blocks are in memory
   * @param missRatio share of reads that missed in memory
   * @param absent reads of blocks found nowhere, which were inserted again; 0 is expected
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
      long bytes = (long) (MEMORY_SLACK * amounts.scatterBytes());
      return Tiers.memoryOnly(blocks, Math.max(MIN_MEMORY, bytes));
    }
    long bytes = (long) (SLACK * amounts.scatterBytes());
    Setup setup = Setup.of(workplace.folder(), blocks, bytes).onDevices(devices);
    long memory = (long) (IN_MEMORY * amounts.scatterBytes());
    return Tiers.overFlash(setup, Math.max(MIN_MEMORY, memory));
  }

  private Series measure(int devices, Tiers tiers) throws InterruptedException {
    Ramp loop =
        new Ramp(
            THREADS,
            Duration.ofMillis(amounts.stepMillis()),
            number -> tiers.read(order[(int) (number % ORDER)]));
    // Fills memory with frequently read blocks, too.
    loop.peakRate();
    long missesBefore = tiers.misses();
    double maxRate = PEAK_FACTOR * loop.peakRate();
    long misses = tiers.misses() - missesBefore;
    double served = maxRate / PEAK_FACTOR * amounts.stepMillis() / 1e3;
    List<Step> steps = new ArrayList<>();
    for (int i = 1; i <= amounts.steps(); i++) {
      steps.add(loop.run(rounded(maxRate * i / amounts.steps())));
    }
    return new Series(devices, misses / served, tiers.absent(), steps);
  }

  /** Rounds to two digits, 1 or more. */
  static double rounded(double rate) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(rate)) - 1));
    return Math.max(1, Math.round(rate / unit) * unit);
  }
}
