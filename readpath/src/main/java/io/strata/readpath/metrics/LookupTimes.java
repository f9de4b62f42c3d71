package io.strata.readpath.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.strata.trace.Outcome;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Timers of look-ups, by the tier that has the block. One look-up in {@value #ONE_IN} is sampled at
 * random. An unsampled look-up pays one step of its thread's random generator; only sampled ones
 * read the clock. Thread-safe.
 */
public final class LookupTimes {
  /** One look-up in this many is timed. */
  public static final int ONE_IN = 1 << 10;

  /** Upper bounds of the histogram's buckets: from a hit in memory to a busy disk. */
  private static final Duration[] BUCKETS = {
    Duration.ofNanos(250),
    Duration.ofNanos(500),
    Duration.ofNanos(1_000),
    Duration.ofNanos(2_000),
    Duration.ofNanos(5_000),
    Duration.ofNanos(10_000),
    Duration.ofNanos(20_000),
    Duration.ofNanos(50_000),
    Duration.ofNanos(100_000),
    Duration.ofNanos(200_000),
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(20),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofSeconds(1),
  };

  private static final Set<Outcome> HITS = EnumSet.complementOf(EnumSet.of(Outcome.MISS));

  private final EnumMap<Outcome, Timer> timers = new EnumMap<>(Outcome.class);

  private final FileHeat heat;

  LookupTimes(MeterRegistry registry, FileHeat heat) {
    this.heat = heat;
    for (Outcome outcome : Outcome.values()) {
      timers.put(
          outcome,
          Timer.builder("strata.lookup")
              .description(
                  "Time of look-ups, by the tier that had the block; one in %d is sampled."
                      .formatted(ONE_IN))
              .tag("found", title(outcome))
              .serviceLevelObjectives(BUCKETS)
              .register(registry));
    }
  }

  /** Returns the value of the tag {@code found}: the tier as in other meters. */
  private static String title(Outcome outcome) {
    return switch (outcome) {
      case ON_HEAP -> "heap";
      case OFF_HEAP -> "offheap";
      case ON_FLASH -> "flash";
      case IN_FLIGHT -> "flight";
      case MISS -> "miss";
    };
  }

  /** Returns whether to time the look-up that begins now. */
  public boolean isSampled() {
    return (ThreadLocalRandom.current().nextInt() & ONE_IN - 1) == 0;
  }

  /** Records a sampled look-up of a block of {@code file}. */
  public void record(Outcome outcome, long nanos, String file) {
    timer(outcome).record(nanos, TimeUnit.NANOSECONDS);
    heat.read(file);
  }

  Collection<Timer> timers() {
    return timers.values();
  }

  private Timer timer(Outcome outcome) {
    return Objects.requireNonNull(timers.get(outcome));
  }

  /** Returns the number of timed look-ups that found a block. */
  long hits() {
    return HITS.stream().mapToLong(outcome -> timer(outcome).count()).sum();
  }

  /** Returns the total time of timed look-ups that found a block, in nanoseconds. */
  long hitNanos() {
    return (long)
        HITS.stream().mapToDouble(outcome -> timer(outcome).totalTime(TimeUnit.NANOSECONDS)).sum();
  }
}
