package io.strata.perf.run;

import io.strata.perf.data.Mode;
import io.strata.perf.load.LoadException;
import io.strata.perf.load.LoadGenerator;
import io.strata.perf.load.LoadResult;
import io.strata.perf.load.Operation;
import io.strata.perf.load.Pace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The load generator as a study uses it: warm-ups that leave nothing, and stretches.
 *
 * @param session of the life that is measured
 */
record Client(Session session) {
  /** At a fixed rate, one operation in so many is repeated, to see what a hit takes. */
  private static final int IN_CACHE_EVERY = 10;

  /**
   * How much faster than the one before a stretch of warm-up may be: compilers work on it still.
   */
  private static final double FASTER = 0.05;

  private static final int MOST_WARM_UPS = 10;

  /** How many it takes as a rule. */
  static final int USUAL_WARM_UPS = 5;

  /** Sends at full speed until neither hit ratio nor throughput get better. */
  void warmUp(Operation operation, Stretch stretch) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("warm-up");
    try {
      Steadiness steadiness = new Steadiness();
      double throughput = 0;
      Duration missing = session.warmth().missing(session.phases());
      long most = MOST_WARM_UPS + missing.dividedBy(session.phases().warmUp());
      for (int i = 1; i <= most; i++) {
        ServerCounters before = session.sampler().counters();
        Duration duration = session.phases().warmUp();
        Outcome outcome = run(operation, stretch, i, Pace.peak(), duration, folder);
        double hits = session.sampler().counters().since(before).hitRatio();
        double rows = outcome.rows() / outcome.seconds();
        boolean isWarm = session.warmth().missing(session.phases()).isZero();
        boolean steady = steadiness.isReached(hits);
        if (steady && rows < throughput * (1 + FASTER) && isWarm) {
          return;
        }
        throughput = Math.max(throughput, rows);
      }
    } finally {
      Folder.delete(folder);
    }
  }

  /** What a stretch at full speed is, for the sampler. */
  Sampler.Load peak(Operation operation, Stretch stretch) {
    // A profile runs it once more.
    AtomicInteger times = new AtomicInteger();
    return folder -> {
      int before = -times.getAndIncrement();
      return run(operation, stretch, before, Pace.peak(), session.phases().sample(), folder);
    };
  }

  /**
   * What a stretch at a fixed rate is, for the sampler: the same rate for all, a part of what the
   * first of the deploys did at full speed.
   */
  Sampler.Load paced(Operation operation, Stretch stretch) {
    return folder -> {
      double rate = Rates.of(session.data(), session.study(), stretch.load());
      return run(operation, stretch, 0, Pace.paced(rate), session.phases().sample(), folder);
    };
  }

  /**
   * Loads the server.
   *
   * @param time which of the times: above 0 for warm-ups before the stretch, 0 for itself, below
   *     for what follows. Each asks for other rows, or it would find in the cache what the last has
   *     brought.
   */
  private Outcome run(
      Operation operation, Stretch stretch, int time, Pace pace, Duration duration, Path folder)
      throws IOException, InterruptedException {
    int again = pace.mode() == Mode.PACED ? IN_CACHE_EVERY : 0;
    try {
      LoadGenerator generator = new LoadGenerator(stretch.threads(), seed(stretch, time), again);
      long begin = System.nanoTime();
      LoadResult result = generator.run(operation, pace, Duration.ZERO, duration, folder);
      session.warmth().add(duration);
      return outcome(result, (System.nanoTime() - begin) / 1e9);
    } catch (LoadException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** The same for every deploy and collector. */
  private long seed(Stretch stretch, int time) {
    return Objects.hash(
        session.life().round(), stretch.load(), stretch.threads(), stretch.mode().name(), time);
  }

  private static Outcome outcome(LoadResult result, double seconds) {
    return new Outcome(
        result.beginMillis(),
        result.seconds(),
        result.operations(),
        result.rows(),
        new Outcome.Handled(result.handledRows(), seconds),
        result.throughput(),
        result.measures());
  }
}
