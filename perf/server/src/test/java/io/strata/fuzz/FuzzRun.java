package io.strata.fuzz;

import io.strata.it.cluster.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What came of fuzzing a target.
 *
 * @param runs how many inputs were tried
 * @param coverage how many edges of the project's code they took
 * @param failure empty when none broke a property; else what Jazzer said of the one that did
 * @param log all that it said
 */
record FuzzRun(FuzzTarget target, long runs, long coverage, String failure, Path log) {
  /** Beyond the time to fuzz: for the start, and for an input that takes as long as it may. */
  private static final long GRACE_SECONDS = 300;

  /** As many runs as there is time for. */
  static final long ANY = -1;

  private static final Pattern RUNS = Pattern.compile("(?m)^#(\\d+)\\t");
  private static final Pattern COVERAGE = Pattern.compile("(?m)^#\\d+\\t.* cov: (\\d+)");
  private static final Pattern FINDING =
      Pattern.compile("(?m)^== (?:Java Exception|Fatal).*$|^==\\d+== ERROR: .*$");
  private static final Pattern INPUT = Pattern.compile("(?m)^Test unit written to (.*)$");

  /**
   * Fuzzes a target; an input that breaks it is put among its seeds.
   *
   * @param runs how many inputs are tried, or {@link #ANY}
   * @param seconds for how long, or 0 for as long as that takes
   * @param seed of what is tried, or 0 for another one each time
   */
  static FuzzRun of(FuzzTarget target, long runs, long seconds, int seed, Path folder)
      throws IOException, InterruptedException {
    Path log = folder.resolve(target.simpleName() + ".log");
    Process process =
        new ProcessBuilder(command(target, runs, seconds, seed, corpus(target, folder)))
            // There Jazzer looks for the folder with the seeds.
            .directory(target.module().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(seconds + GRACE_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    // An input may have printed what is no text.
    String said = new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
    String failure = !ended ? "It hangs." : process.exitValue() == 0 ? "" : failure(said);
    return new FuzzRun(target, last(RUNS, said), last(COVERAGE, said), failure, log);
  }

  private static Path corpus(FuzzTarget target, Path folder) throws IOException {
    return Files.createDirectories(folder.resolve("corpus").resolve(target.simpleName()));
  }

  private static List<String> command(
      FuzzTarget target, long runs, long seconds, int seed, Path corpus) {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(JavaCommand.hbaseOptions());
    command.addAll(JavaCommand.lightOptions("512m"));
    command.add("-XX:MaxDirectMemorySize=512m");
    command.addAll(
        List.of(
            "-cp",
            target.testClasses() + File.pathSeparator + System.getProperty("java.class.path")));
    command.addAll(
        List.of(
            "com.code_intelligence.jazzer.Jazzer",
            "--target_class=" + target.className(),
            "--instrument=io.strata.**,org.objectweb.asm.**",
            // Jazzer's watch over Unsafe breaks the queues of JCTools, which are sound.
            "--instrumentation_excludes=io.strata.shaded.**",
            "--custom_hook_excludes=io.strata.shaded.**",
            // The paths of an administrator may lead anywhere.
            "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.FilePathTraversal",
            // None with 0.
            "--max_duration=" + seconds + "s",
            "-runs=" + runs,
            "-seed=" + seed,
            // On a busy machine the first inputs take long, for classes are loaded with them.
            "-timeout=120",
            "-report_slow_units=120",
            corpus.toString()));
    return command;
  }

  private static String failure(String said) {
    Matcher finding = FINDING.matcher(said);
    Matcher input = INPUT.matcher(said);
    return (finding.find() ? finding.group() : "Jazzer could not run it.")
        + (input.find() ? " The input is " + input.group(1) + "." : "");
  }

  private static long last(Pattern pattern, String text) {
    long last = 0;
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      last = Long.parseLong(matcher.group(1));
    }
    return last;
  }
}
