package io.strata.perf.common.results;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The history of a repository, by the command {@code git}. Stateless between calls. */
final class GitHistory {
  private final Path root;

  /** Creates a view of the repository with the given root, which need not be one. */
  GitHistory(Path root) {
    this.root = root;
  }

  /** Returns whether there is a history: the folder is in a clone, and {@code git} is installed. */
  boolean exists() throws InterruptedException {
    try {
      return run("rev-parse", "--verify", "--quiet", "HEAD").status == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns whether the clone has only the newest commits. */
  boolean isShallow() throws IOException, InterruptedException {
    return run("rev-parse", "--is-shallow-repository").text.equals("true");
  }

  /** Returns whether the clone has a commit. */
  boolean has(String commit) throws IOException, InterruptedException {
    return run("cat-file", "-e", commit + "^{commit}").status == 0;
  }

  /**
   * Returns the number of commits after a commit, up to the one that is checked out, that changed
   * files below the given folders.
   *
   * @throws BenchException if {@code git} fails
   */
  int changesSince(String commit, List<String> folders)
      throws IOException, InterruptedException, BenchException {
    List<String> arguments = new ArrayList<>(List.of("rev-list", "--count", commit + "..HEAD"));
    arguments.add("--");
    arguments.addAll(folders);
    Output output = run(arguments.toArray(String[]::new));
    if (output.status != 0) {
      throw new BenchException("git rev-list " + commit + "..HEAD failed with " + output.status);
    }
    return Integer.parseInt(output.text);
  }

  private record Output(int status, String text) {}

  private Output run(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process git =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    try (InputStream out = git.getInputStream()) {
      String text = new String(out.readAllBytes(), UTF_8).strip();
      return new Output(git.waitFor(), text);
    }
  }
}
