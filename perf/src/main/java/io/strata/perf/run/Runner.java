package io.strata.perf.run;

import io.strata.perf.data.RawData;
import io.strata.perf.data.SampleKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * Goes through a plan, life by life, and leaves out what the raw data hold already. Not
 * thread-safe.
 */
final class Runner {
  private static final String SERVERS = "servers";

  private final Plan plan;
  private final Phases phases;
  private final RawData data;
  private final Progress progress;
  private final Estimate estimate;
  private final ClientWarmth warmth = new ClientWarmth();

  Runner(Plan plan, Phases phases, RawData data, Progress progress) {
    this.plan = plan;
    this.phases = phases;
    this.data = data;
    this.progress = progress;
    this.estimate = new Estimate(plan.planned(phases));
  }

  /** Whether every sample of the plan is there. */
  boolean isDone() {
    return plan.studies().stream()
        .allMatch(
            study -> plan.lives(study).stream().allMatch(life -> missing(study, life).isEmpty()));
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
        run(study, server);
      }
    }
  }

  private void run(Study study, Server server) throws IOException, InterruptedException {
    List<Life> lives = plan.lives(study);
    if (lives.stream().allMatch(life -> missing(study, life).isEmpty())) {
      lives.forEach(life -> estimate.skipped(study.planned(phases)));
      estimate.skipped(plan.loading(study));
      return;
    }
    timed(plan.loading(study), study.id() + ": making the table", () -> study.prepare(server));
    for (Life life : lives) {
      List<Stretch> missing = missing(study, life);
      if (missing.isEmpty()) {
        estimate.skipped(study.planned(phases));
      } else {
        timed(study.planned(phases), life.title(), () -> measure(study, life, missing, server));
      }
    }
  }

  private void timed(Duration planned, String title, Progress.Action action)
      throws IOException, InterruptedException {
    long begin = System.nanoTime();
    progress.phase(title, estimate.left(), action);
    estimate.done(planned, Duration.ofNanos(System.nanoTime() - begin));
  }

  private void measure(Study study, Life life, List<Stretch> missing, Server server)
      throws IOException, InterruptedException {
    Path its =
        Files.createDirectories(data.folder().toAbsolutePath().resolve(SERVERS).resolve(life.id()));
    Path gcLog = its.resolve("gc.log");
    Files.deleteIfExists(gcLog);
    server.begin(life, gcLog);
    try (Sampler sampler = new Sampler(data, life, server, gcLog)) {
      study.measure(new Session(life, missing, server, sampler, phases, data, warmth));
    }
  }

  private List<Stretch> missing(Study study, Life life) {
    return study.stretches().stream().filter(stretch -> !has(life.key(stretch))).toList();
  }

  private boolean has(SampleKey key) {
    return data.has(key);
  }
}
