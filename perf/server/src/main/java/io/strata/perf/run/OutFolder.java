package io.strata.perf.run;

import io.strata.perf.data.RawData;
import io.strata.perf.data.RunFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** The folder of a run: a new one, or that of an interrupted run to resume. */
final class OutFolder {
  private OutFolder() {}

  /**
   * Opens the folder for a run.
   *
   * @param facts of the new run
   * @return the raw data with the facts; those of the first start if the run resumes
   * @throws IOException with the fix, if the folder holds something else
   */
  static RawData open(Path folder, RunFacts facts) throws IOException {
    RawData data = new RawData(create(folder));
    Optional<RunFacts> existing = data.facts();
    if (existing.isPresent()) {
      check(folder, existing.get(), facts);
      return data;
    }
    try (Stream<Path> files = Files.list(folder)) {
      if (files.findAny().isPresent()) {
        throw new IOException(
            "--out="
                + folder
                + ": holds files that are not of a comparison. Choose another folder.");
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
          "--out=" + folder + ": is not a folder and cannot be created. Choose another one.", e);
    }
  }

  private static void check(Path folder, RunFacts existing, RunFacts facts) throws IOException {
    boolean same =
        existing.rounds() == facts.rounds()
            && existing.machine().equals(facts.machine())
            && existing.versions().equals(facts.versions())
            && existing.configurations().equals(facts.configurations())
            && existing.studies().equals(facts.studies())
            // The notes contain the length of samples.
            && existing.notes().equals(facts.notes());
    if (!same) {
      throw new IOException(
          ("--out=%s: holds another comparison, begun by \"%s\" on %s. Repeat that command to resume"
                  + " it, or choose another folder.")
              .formatted(folder, existing.command(), existing.begin()));
    }
  }
}
