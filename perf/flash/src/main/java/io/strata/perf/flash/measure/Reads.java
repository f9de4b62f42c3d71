package io.strata.perf.flash.measure;

import io.strata.perf.common.PageCache;
import io.strata.perf.common.ParallelRun;
import io.strata.perf.common.Pattern;
import io.strata.perf.flash.engine.Blocks;
import io.strata.perf.flash.engine.Engine;
import io.strata.perf.flash.engine.EngineKind;
import io.strata.perf.flash.engine.Setup;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;

/**
 * Measures reads of single blocks in random order. All engines are filled with the same blocks and
 * read alternately, in slices of a small share of the blocks. Before each slice the files are
 * dropped from the page cache, which is not timed. So the page cache serves little more than what
 * the kernel read ahead.
 */
public final class Reads {
  private static final List<Integer> THREADS = List.of(1, 4, 16);

  /** The share of a file that is filled: HBase's size classes are larger than blocks. */
  private static final double FILLED = 0.6;

  private static final int FILLERS = 2;

  /** The share of blocks that are read between two drops of the page cache. */
  private static final double SLICE = 0.1;

  private final Amounts amounts;
  private final Workplace workplace;
  private final Map<ReadCase, ReadResult> results = new LinkedHashMap<>();

  /** Measures nothing yet. */
  public Reads(Amounts amounts, Workplace workplace) {
    this.amounts = amounts;
    this.workplace = workplace;
  }

  /**
   * A measured case.
   *
   * @param cached whether the whole file is in the page cache
   */
  public record ReadCase(int blockBytes, int threads, EngineKind engine, boolean cached) {}

  /**
   * The results.
   *
   * @param rates reads per second, of each round
   * @param latencies in nanoseconds, of all rounds
   * @param deviceBytes read from the device per read, of each round
   */
  public record ReadResult(List<Double> rates, Histogram latencies, List<Double> deviceBytes) {
    ReadResult() {
      this(new ArrayList<>(), new Histogram(3), new ArrayList<>());
    }
  }

  /** Measures reads of blocks of one size. Returns all results so far. */
  public Map<ReadCase, ReadResult> measure(int blockBytes)
      throws IOException, InterruptedException {
    long bytes = amounts.fileBytes(blockBytes);
    Blocks blocks = new Blocks((int) (FILLED * bytes / blockBytes), blockBytes);
    Setup setup = Setup.of(workplace.folder(), blocks, bytes);
    workplace.clear();
    try (Engine strata = EngineKind.STRATA.open(setup);
        Engine hbase = EngineKind.HBASE.open(setup);
        Engine disk = EngineKind.DISK.open(setup)) {
      Map<EngineKind, Engine> engines = new EnumMap<>(EngineKind.class);
      engines.put(EngineKind.STRATA, strata);
      engines.put(EngineKind.HBASE, hbase);
      engines.put(EngineKind.DISK, disk);
      for (Engine each : engines.values()) {
        Inserting.all(each, 0, blocks.count(), FILLERS);
        warmUp(each, blocks);
      }
      for (int round = 0; round < amounts.rounds(); round++) {
        new Round(engines, blocks, round).run();
      }
    }
    workplace.clear();
    return results;
  }

  private void warmUp(Engine engine, Blocks blocks) throws InterruptedException {
    int[] order = Pattern.shuffled(blocks.count(), -1);
    long nanos = TimeUnit.MILLISECONDS.toNanos(amounts.readMillis());
    new Slice(engine, order, 0, order.length, 2, new Histogram(3)).read(nanos);
  }

  private final class Round {
    private final Map<EngineKind, Engine> engines;
    private final int blockBytes;
    private final int[] order;
    private final boolean swap;

    Round(Map<EngineKind, Engine> engines, Blocks blocks, int round) {
      this.engines = engines;
      this.blockBytes = blocks.bytes();
      this.order = Pattern.shuffled(blocks.count(), round);
      this.swap = round % 2 == 1;
    }

    void run() throws IOException, InterruptedException {
      List<EngineKind> turns =
          swap
              ? List.of(EngineKind.DISK, EngineKind.HBASE, EngineKind.STRATA)
              : List.of(EngineKind.STRATA, EngineKind.HBASE, EngineKind.DISK);
      for (int threads : THREADS) {
        for (EngineKind each : turns) {
          measure(each, threads, false);
        }
      }
      for (Path each : engine(EngineKind.HBASE).files()) {
        PageCache.load(each);
      }
      for (int threads : THREADS) {
        measure(EngineKind.HBASE, threads, true);
      }
    }

    private Engine engine(EngineKind kind) {
      Engine engine = engines.get(kind);
      if (engine == null) {
        throw new IllegalArgumentException(kind + " is not open.");
      }
      return engine;
    }

    private void measure(EngineKind kind, int threads, boolean cached)
        throws IOException, InterruptedException {
      ReadResult result =
          results.computeIfAbsent(
              new ReadCase(blockBytes, threads, kind, cached), any -> new ReadResult());
      int sliceBlocks = cached ? order.length : (int) (SLICE * order.length);
      long left = TimeUnit.MILLISECONDS.toNanos(amounts.readMillis());
      long reads = 0;
      long nanos = 0;
      double deviceBytes = 0;
      for (int begin = 0;
          begin + sliceBlocks <= order.length && nanos < left;
          begin += sliceBlocks) {
        if (!cached) {
          workplace.dropPages();
        }
        ProcessIo before = ProcessIo.now();
        ParallelRun.Result done =
            new Slice(engine(kind), order, begin, begin + sliceBlocks, threads, result.latencies)
                .read(left - nanos);
        deviceBytes += ProcessIo.now().since(before).readBytes();
        reads += done.done();
        nanos += done.nanos();
      }
      result.rates.add(reads * 1e9 / nanos);
      result.deviceBytes.add(deviceBytes / reads);
    }
  }

  /** Reads of some blocks, each once, by several threads. */
  private static final class Slice {
    private final Engine engine;
    private final int[] order;
    private final int begin;
    private final int end;
    private final int threads;
    private final Histogram latencies;

    Slice(Engine engine, int[] order, int begin, int end, int threads, Histogram latencies) {
      this.engine = engine;
      this.order = order;
      this.begin = begin;
      this.end = end;
      this.threads = threads;
      this.latencies = latencies;
    }

    ParallelRun.Result read(long nanos) throws InterruptedException {
      List<Histogram> each = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        each.add(new Histogram(3));
      }
      ParallelRun.Result done =
          ParallelRun.run(
              threads, nanos, (thread, over) -> read(begin + thread, each.get(thread), over));
      each.forEach(latencies::add);
      return done;
    }

    private long read(int first, Histogram seen, BooleanSupplier over) throws IOException {
      long done = 0;
      for (int i = first; i < end && !over.getAsBoolean(); i += threads) {
        long start = System.nanoTime();
        boolean found = engine.read(order[i]);
        seen.recordValue(System.nanoTime() - start);
        if (!found) {
          throw new IllegalStateException("Block " + order[i] + " is missing.");
        }
        done++;
      }
      return done;
    }
  }
}
