package io.strata.perf.common.results;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A git repository with a copy of this one's published results, all measured at its first commit.
 */
final class SmallRepository {
  private static final String ENGINE = "l2-bucket/src/main/java/Engine.java";

  private final Path root;
  private final String first;

  /** Creates the repository: a commit of an engine, and one that publishes results of it. */
  SmallRepository(Path root) throws IOException, InterruptedException {
    this.root = root;
    git(Files.createDirectories(root), "init", "--quiet");
    first = commit(ENGINE, "class Engine {}");
    for (Path page : pages(repository())) {
      Path copy = root.resolve(repository().relativize(page));
      Files.createDirectories(copy.getParent());
      Files.writeString(copy, measuredAt(first, Files.readString(page)));
    }
    commit("notes", "published");
  }

  /** Returns the root of the repository of this build. */
  static Path repository() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("mvnw"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static List<Path> pages(Path from) throws IOException {
    List<Path> pages = new ArrayList<>(List.of(from.resolve("README.md")));
    for (String folder : List.of("perf/results", "docs/images")) {
      try (Stream<Path> all = Files.walk(from.resolve(folder))) {
        all.filter(page -> page.toString().matches(".*\\.(md|svg)")).forEach(pages::add);
      }
    }
    return pages;
  }

  /** Replaces the commits of facts and of the generated parts. */
  private static String measuredAt(String commit, String page) {
    return page.replaceAll("(Strata:? |`)[0-9a-f]{7,40}\\b", "$1" + commit.substring(0, 7));
  }

  Path root() {
    return root;
  }

  /** Returns the abbreviated commit at which all results were measured. */
  String first() {
    return first.substring(0, 7);
  }

  /** Commits a change to the engine. */
  String changeEngine(String text) throws IOException, InterruptedException {
    return commit(ENGINE, text);
  }

  /** Writes a file and commits all that has changed. */
  String commit(String file, String text) throws IOException, InterruptedException {
    Path path = root.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    git(root, "add", "--all");
    git(
        root,
        "-c",
        "user.name=test",
        "-c",
        "user.email=test@localhost",
        "-c",
        "commit.gpgsign=false",
        "commit",
        "--quiet",
        "-m",
        "change");
    return git(root, "rev-parse", "HEAD");
  }

  /** Replaces text of a file, by a regular expression that must match. */
  void replace(String file, String old, String now) throws IOException {
    String text = Files.readString(root.resolve(file));
    assertThat(text).containsPattern(old);
    Files.writeString(root.resolve(file), text.replaceFirst(old, now));
  }

  /** Returns a clone that has the last commit only. */
  Path shallowClone(Path folder) throws IOException, InterruptedException {
    git(root, "clone", "--quiet", "--depth=1", root.toUri().toString(), folder.toString());
    return folder;
  }

  private static String git(Path root, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git", "-C", root.toString()));
    command.addAll(List.of(arguments));
    Process git = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(git.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(git.waitFor()).as(output).isZero();
    return output;
  }
}
