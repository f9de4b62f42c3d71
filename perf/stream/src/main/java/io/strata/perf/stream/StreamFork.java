package io.strata.perf.stream;

import io.strata.perf.common.JvmFork;
import io.strata.perf.stream.engine.AppendEngine;
import io.strata.perf.stream.engine.EngineKind;
import io.strata.perf.stream.engine.EntryEngine;
import io.strata.perf.stream.measure.Appends;
import io.strata.perf.stream.measure.EntryTable;
import io.strata.perf.stream.measure.Memory;
import io.strata.perf.stream.measure.Names;
import io.strata.perf.stream.measure.RandomOperations;
import io.strata.perf.stream.measure.Scale;
import io.strata.perf.stream.measure.Section;
import io.strata.perf.stream.measure.TailReads;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The main class of a process that measures one section of one engine and prints each sample:
 * nanoseconds per operation, or bytes.
 */
final class StreamFork {
  /** Time limit for the rounds of a measure: no further round starts after it. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(20);

  private final Scale scale;

  private StreamFork(Scale scale) {
    this.scale = scale;
  }

  /** Arguments: engine, section, folder for temporary files, and scale. */
  public static void main(String[] args) throws InterruptedException {
    EngineKind kind = EngineKind.valueOf(args[0]);
    Section section = Section.valueOf(args[1]);
    Scale scale = Scale.of(args[3]);
    try (EntryEngine engine = kind.open(section.sizing(scale), Path.of(args[2]))) {
      new StreamFork(scale).measure(section, engine);
      JvmFork.print(Names.configured(section.title()), (double) engine.configuredBytes());
      JvmFork.print(Names.resident(section.title()), Memory.peakResidentBytes());
    }
  }

  /** Runs unmeasured rounds, for the JIT. */
  private void warmUp(Round round) throws InterruptedException {
    long begin = System.nanoTime();
    do {
      round.measure(0);
    } while (System.nanoTime() - begin < TimeUnit.SECONDS.toNanos(scale.seconds()));
  }

  /** Measures the rounds of the scale, more if they are short, fewer if they are long. */
  private void rounds(Round round) throws InterruptedException {
    long begin = System.nanoTime();
    long took = 0;
    for (int i = 1; i <= scale.rounds() || took < TimeUnit.SECONDS.toNanos(scale.seconds()); i++) {
      round.measure(i);
      took = System.nanoTime() - begin;
      if (took > MAX_NANOS) {
        return;
      }
    }
  }

  /** Measures once and prints the sample. */
  private interface Round {
    void measure(int number) throws InterruptedException;
  }

  private void measure(Section section, EntryEngine engine) throws InterruptedException {
    switch (section) {
      case TABLE -> table(engine);
      case RANDOM -> random(engine, Names.RANDOM, scale.operations(), Scale.SMALL);
      case LARGE -> random(engine, Names.RANDOM_LARGE, scale.largeOperations(), Scale.LARGE);
      case APPENDS -> appends((AppendEngine) engine);
    }
  }

  private void table(EntryEngine engine) throws InterruptedException {
    EntryTable table = new EntryTable(engine, scale.entries());
    double entries = scale.entries();
    JvmFork.print(Names.FIRST_INSERT, table.measure().insert() / entries);
    warmUp(round -> table.measure());
    rounds(
        round -> {
          EntryTable.Times times = table.measure();
          JvmFork.print(Names.INSERT, times.insert() / entries);
          JvmFork.print(Names.GET, times.get() / entries);
          JvmFork.print(Names.DELETE, times.delete() / entries);
        });
  }

  private void random(EntryEngine engine, String name, int operations, int bytes)
      throws InterruptedException {
    RandomOperations random = new RandomOperations(engine, operations, bytes);
    warmUp(random::measure);
    rounds(round -> JvmFork.print(name, random.measure(round) / (double) operations));
  }

  private void appends(AppendEngine engine) throws InterruptedException {
    for (int bytes : Scale.APPENDS) {
      for (int producers : Scale.PRODUCERS) {
        Appends appends = new Appends(engine, producers, bytes, scale.appendBytes(bytes));
        String name = Names.append(bytes, producers);
        warmUp(round -> appends.measureThroughput());
        rounds(
            round -> JvmFork.print(name, appends.measureThroughput() / (double) appends.appends()));
        printPercentiles(name, appends.measureLatencies());
      }
      new TailReads(engine, bytes, scale.tailReads()).measure();
      Histogram tail = new TailReads(engine, bytes, scale.tailReads()).measure();
      printPercentiles(Names.tail(bytes), tail);
    }
  }

  private static void printPercentiles(String name, Histogram histogram) {
    for (double percentile : Names.PERCENTILES) {
      JvmFork.print(
          Names.percentile(name, percentile), (double) histogram.getValueAtPercentile(percentile));
    }
  }
}
