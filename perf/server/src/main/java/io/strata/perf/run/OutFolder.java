package io.strata.perf.run;

import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of a run: a new one, or one whose run was broken off and goes on. */
final class OutFolder {
  private OutFolder() {}

  /**
   * Opens the folder for a run.
   *
   * @param facts of the run that is to be
   * @return the raw data, with the facts in it; when the run goes on, those of its beginning
   * @throws IOException with the mend, when the folder holds something else
   */
  static RawData open(Path folder, RunFacts facts) throws IOException {
    RawData data = new RawData(create(folder));
    Optional<RunFacts> there = data.facts();
    if (there.isPresent()) {
      check(folder, there.get(), facts);
      return data;
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new IOException(
            folder + " holds files that are of no comparison: choose another folder with --out.");
      }
    }
    data.write(facts);
    return data;
  }

  private static Path create(Path folder) throws IOException {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException(
          folder + " is no folder and cannot be made one: choose another with --out.", e);
    }
  }

  private static void check(Path folder, RunFacts there, RunFacts facts) throws IOException {
    boolean same =
        there.rounds() == facts.rounds()
            && there.machine().equals(facts.machine())
            && there.versions().equals(facts.versions())
            && there.deploys().equals(facts.deploys())
            && there.studies().equals(facts.studies())
            // How long samples are.
            && there.notes().equals(facts.notes());
    if (!same) {
      throw new IOException(
          "%s holds another comparison, begun by \"%s\" on %s: give the same options to go on with it, or choose another folder with --out."
              .formatted(folder, there.command(), there.begin()));
    }
  }
}
