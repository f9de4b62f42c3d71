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
 * The result of fuzzing a target.
 *
 * @param runs number of inputs
 * @param coverage number of edges of the project's code that they covered
 * @param failure empty if no input failed; otherwise Jazzer's message
 * @param log Jazzer's output
 */
record FuzzRun(FuzzTarget target, long runs, long coverage, String failure, Path log) {
  /** Extra time for the start and for an input that takes the maximum time. */
  private static final long GRACE_SECONDS = 300;

  /** No limit on the number of runs. */
  static final long ANY = -1;

  private static final Pattern RUNS = Pattern.compile("(?m)^#(\\d+)\\t");
  private static final Pattern COVERAGE = Pattern.compile("(?m)^#\\d+\\t.* cov: (\\d+)");
  private static final Pattern FINDING =
      Pattern.compile("(?m)^== (?:Java Exception|Fatal).*$|^==\\d+== ERROR: .*$");
  private static final Pattern INPUT = Pattern.compile("(?m)^Test unit written to (.*)$");

  /**
   * Fuzzes a target. A failing input is added to its seeds.
   *
   * @param runs number of inputs, or {@link #ANY}
   * @param seconds time limit, or 0 for none
   * @param seed of the generated inputs, or 0 for a new one each time
   */
  static FuzzRun of(FuzzTarget target, long runs, long seconds, int seed, Path folder)
      throws IOException, InterruptedException {
    Path log = folder.resolve(target.simpleName() + ".log");
    Process process =
        new ProcessBuilder(command(target, runs, seconds, seed, corpus(target, folder)))
            // Jazzer looks here for the folder with the seeds.
            .directory(target.module().toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    boolean ended = process.waitFor(seconds + GRACE_SECONDS, TimeUnit.SECONDS);
    process.destroyForcibly();
    // An input may have printed bytes that are not text.
    String output = new String(Files.readAllBytes(log), StandardCharsets.ISO_8859_1);
    String failure = !ended ? "It hangs." : process.exitValue() == 0 ? "" : failure(output);
    return new FuzzRun(target, last(RUNS, output), last(COVERAGE, output), failure, log);
  }

  private static Path corpus(FuzzTarget target, Path folder) throws IOException {
    return Files.createDirectories(folder.resolve("corpus").resolve(target.simpleName()));
  }

  private static List<String> command(
      FuzzTarget target, long runs, long seconds, int seed, Path corpus) {
    List<String> command = new ArrayList<>();
    command.add(JavaCommand.java());
    command.addAll(JavaCommand.hbaseOptions());
    command.addAll(JavaCommand.lightOptions("1g"));
    // Jazzer first reads all classes of the class path; with less it collects garbage meanwhile.
    command.add("-Xmn600m");
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
            // Jazzer's hooks for Unsafe break the queues of JCTools, which are correct.
            "--instrumentation_excludes=io.strata.shaded.**",
            "--custom_hook_excludes=io.strata.shaded.**",
            // An administrator's paths may be anywhere.
            "--disabled_hooks=com.code_intelligence.jazzer.sanitizers.FilePathTraversal",
            // 0: no limit.
            "--max_duration=" + seconds + "s",
            "-runs=" + runs,
            "-seed=" + seed,
            // On a busy machine the first inputs take long, since they load classes.
            "-timeout=120",
            "-report_slow_units=120",
            corpus.toString()));
    return command;
  }

  private static String failure(String output) {
    Matcher finding = FINDING.matcher(output);
    Matcher input = INPUT.matcher(output);
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
