package io.strata.perf.run;

import io.strata.perf.common.Progress;
import io.strata.perf.data.RawData;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Executes a plan trial by trial, skipping what the raw data already have. Not thread-safe. */
final class Runner {
  private final Plan plan;
  private final RawData data;
  private final Progress progress;
  private Duration left;
  private Duration plannedOfDone = Duration.ZERO;
  private Duration tookOfDone = Duration.ZERO;

  Runner(Plan plan, RawData data, Progress progress) {
    this.plan = plan;
    this.data = data;
    this.progress = progress;
    this.left = plan.planned();
  }

  /** Returns whether the raw data have every sample of the plan. */
  boolean isDone() {
    return plan.trials().stream().allMatch(trial -> toDo(trial).isEmpty());
  }

  /**
   * Measures all missing samples.
   *
   * @param folder for the servers' data and logs
   */
  void run(Path folder) throws IOException, InterruptedException {
    try (Server server =
        progress.phase(
            "Starting ZooKeeper, master and RegionServer",
            () -> Server.start(folder, plan.memory()))) {
      for (Study study : plan.studies()) {
        prepare(study, server);
      }
      for (Trial trial : plan.trials()) {
        run(trial, server);
      }
    }
  }

  private void prepare(Study study, Server server) throws IOException, InterruptedException {
    if (plan.trials().stream().anyMatch(trial -> toDo(trial).contains(study))) {
      timed(
          plan.loading(study), "Creating the tables of " + study.id(), () -> study.prepare(server));
    } else {
      left = left.minus(plan.loading(study));
    }
  }

  private void run(Trial trial, Server server) throws IOException, InterruptedException {
    List<Study> toDo = toDo(trial);
    if (toDo.isEmpty()) {
      left = left.minus(plan.starting());
    } else {
      timed(plan.starting(), trial.title() + ": start", () -> server.begin(trial));
      WarmUp warmUp = new WarmUp(plan.start());
      for (Study study : toDo) {
        timed(
            plan.planned(study, trial),
            trial.title() + ": " + study.id(),
            () -> measure(study, trial, server, warmUp));
      }
    }
    for (Study study : plan.studies(trial)) {
      if (!toDo.contains(study)) {
        left = left.minus(plan.planned(study, trial));
      }
    }
  }

  private void timed(Duration planned, String title, Progress.Action action)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    progress.phase(title, remaining(left, plannedOfDone, tookOfDone), action);
    left = left.minus(planned);
    plannedOfDone = plannedOfDone.plus(planned);
    tookOfDone = tookOfDone.plus(Duration.ofNanos(System.nanoTime() - begin));
  }

  /** Returns the remaining time: as planned, scaled by the pace of what is done. */
  static Duration remaining(Duration left, Duration plannedOfDone, Duration tookOfDone) {
    if (plannedOfDone.isZero() || left.isNegative()) {
      return left.isNegative() ? Duration.ZERO : left;
    }
    double pace = (double) tookOfDone.toMillis() / plannedOfDone.toMillis();
    return Duration.ofMillis(Math.round(left.toMillis() * pace));
  }

  private void measure(Study study, Trial trial, Server server, WarmUp warmUp)
      throws IOException, InterruptedException {
    try (Measurement measurement = new Measurement(plan, study.id(), trial, server, warmUp, data)) {
      study.measure(measurement);
    }
  }

  /** Returns the studies of a trial with missing samples, in order. */
  private List<Study> toDo(Trial trial) {
    return plan.studies(trial).stream().filter(study -> isMissing(study, trial)).toList();
  }

  private boolean isMissing(Study study, Trial trial) {
    return study.iterations().stream()
        .anyMatch(iteration -> !data.has(trial.key(study.id(), iteration)));
  }
}
