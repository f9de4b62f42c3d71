package io.strata.perf.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A headless browser. Without one, tests are skipped; with {@code REQUIRE_BROWSER=true} in the
 * environment they fail instead, so that a missing browser does not go unnoticed.
 */
final class Browser {
  private static final String NONE =
      "There is no Chromium on the PATH. On Debian: apt-get install chromium.";

  private final Path program;
  private final Path scratch;

  private Browser(Path program, Path scratch) {
    this.program = program;
    this.scratch = scratch;
  }

  /** Skips or fails the calling test if there is no browser. */
  static Browser require(Path scratch) {
    Optional<Path> program = find();
    if (program.isEmpty() && "true".equals(System.getenv("REQUIRE_BROWSER"))) {
      throw new AssertionError("REQUIRE_BROWSER is true. " + NONE);
    }
    assumeTrue(program.isPresent(), NONE);
    return new Browser(program.orElseThrow(), scratch);
  }

  private static Optional<Path> find() {
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .flatMap(
            folder ->
                Stream.of("chromium", "chromium-browser", "google-chrome", "chrome")
                    .map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** The DOM of a page after its scripts, and the browser's log. */
  record Seen(String dom, String log) {}

  /** Opens a page and runs its scripts to their end. */
  Seen open(Path page, boolean dark) throws IOException, InterruptedException {
    Path out = scratch.resolve("browser.out");
    Path log = scratch.resolve("browser.log");
    Process process =
        new ProcessBuilder(command(page, dark))
            .redirectOutput(out.toFile())
            .redirectError(log.toFile())
            .start();
    try {
      if (!process.waitFor(3, TimeUnit.MINUTES)) {
        throw new AssertionError("The browser hangs. Its log:\n" + Files.readString(log));
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new Seen(Files.readString(out, UTF_8), Files.readString(log, UTF_8));
  }

  private List<String> command(Path page, boolean dark) {
    List<String> command = new ArrayList<>();
    command.add(program.toString());
    command.addAll(
        List.of(
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--allow-file-access-from-files",
            "--enable-logging=stderr",
            "--user-data-dir=" + scratch.resolve("profile"),
            "--window-size=1280,1000",
            "--virtual-time-budget=60000",
            "--dump-dom"));
    if (dark) {
      command.add("--blink-settings=preferredColorScheme=0");
    }
    command.add(page.toUri().toString());
    return command;
  }
}
