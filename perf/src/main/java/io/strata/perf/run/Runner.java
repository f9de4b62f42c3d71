package io.strata.perf.run;

import io.strata.perf.common.Progress;
import io.strata.perf.data.RawData;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Goes through a plan, life by life, and leaves out what the raw data hold already. Not
 * thread-safe.
 */
final class Runner {
  private final Plan plan;
  private final Phases phases;
  private final RawData data;
  private final Progress progress;
  private final Estimate estimate;

  Runner(Plan plan, Phases phases, RawData data, Progress progress) {
    this.plan = plan;
    this.phases = phases;
    this.data = data;
    this.progress = progress;
    this.estimate = new Estimate(plan.planned(phases));
  }

  /** Whether every sample of the plan is there. */
  boolean isDone() {
    return plan.lives().stream().allMatch(life -> toDo(life).isEmpty());
  }

  /**
   * Measures all that is missing.
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
      for (Life life : plan.lives()) {
        run(life, server);
      }
    }
  }

  private void prepare(Study study, Server server) throws IOException, InterruptedException {
    if (plan.lives().stream().anyMatch(life -> toDo(life).contains(study))) {
      timed(plan.loading(study), "Making the tables of " + study.id(), () -> study.prepare(server));
    } else {
      estimate.skipped(plan.loading(study));
    }
  }

  private void run(Life life, Server server) throws IOException, InterruptedException {
    List<Study> toDo = toDo(life);
    if (toDo.isEmpty()) {
      estimate.skipped(plan.starting(phases));
    } else {
      timed(plan.starting(phases), life.title() + ": start", () -> server.begin(life));
      Warmth warmth = new Warmth();
      for (Study study : toDo) {
        timed(
            plan.planned(study, life, phases),
            life.title() + ": " + study.id(),
            () -> measure(study, life, server, warmth));
      }
    }
    plan.studies(life).stream()
        .filter(study -> !toDo.contains(study))
        .forEach(study -> estimate.skipped(plan.planned(study, life, phases)));
  }

  private void timed(Duration planned, String title, Progress.Action action)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    progress.phase(title, estimate.left(), action);
    estimate.done(planned, Duration.ofNanos(System.nanoTime() - begin));
  }

  private void measure(Study study, Life life, Server server, Warmth warmth)
      throws IOException, InterruptedException {
    try (Sampler sampler = new Sampler(data, study.id(), life, server)) {
      study.measure(
          new Session(
              study.id(), life, missing(study, life), server, sampler, phases, data, warmth));
    }
  }

  /** The studies of which something is missing in a life, in their order. */
  private List<Study> toDo(Life life) {
    return plan.studies(life).stream().filter(study -> !missing(study, life).isEmpty()).toList();
  }

  private List<Stretch> missing(Study study, Life life) {
    return study.stretches().stream()
        .filter(stretch -> !data.has(life.key(study.id(), stretch)))
        .toList();
  }
}
