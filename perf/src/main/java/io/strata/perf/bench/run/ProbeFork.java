package io.strata.perf.bench.run;

import io.strata.perf.bench.CacheKind;
import io.strata.perf.bench.ProbeMain;
import io.strata.perf.bench.Probes;
import io.strata.perf.common.BenchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Runs a probe in a process of its own. Stateless. */
final class ProbeFork {
  private ProbeFork() {}

  /** Measures one cache; its figures go to the run's. */
  static void measure(Run run, Probes probe, String part, CacheKind cache) throws BenchException {
    String what = probe + " (" + part + ") of " + cache.title();
    run.log().println("# " + what);
    try {
      Process process =
          new ProcessBuilder(command(run, probe, part, cache)).redirectErrorStream(true).start();
      Thread ender = new Thread(process::destroyForcibly);
      Runtime.getRuntime().addShutdownHook(ender);
      int values = read(process, run, cache);
      int code = process.waitFor();
      Runtime.getRuntime().removeShutdownHook(ender);
      if (code != 0 || values == 0) {
        throw new BenchException(
            "The process that measured " + what + " ended with " + code + ": see the log.");
      }
    } catch (IOException e) {
      throw new BenchException("No process could be started for " + what + ".", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new BenchException("Interrupted while measuring " + what + ".", e);
    }
  }

  private static List<String> command(Run run, Probes probe, String part, CacheKind cache) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JvmOptions.of(probe.heapMegabytes(), probe.directMegabytes()));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(ProbeMain.class.getName(), probe.name(), cache.name(), part));
    if (run.quick()) {
      command.add(ProbeMain.QUICK);
    }
    return command;
  }

  private static int read(Process process, Run run, CacheKind cache) throws IOException {
    int values = 0;
    try (BufferedReader lines = process.inputReader()) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        run.log().println(line);
        String[] words = line.split(" ", -1);
        if (words.length == 3 && words[0].equals(ProbeMain.FIGURE)) {
          run.figures().add(words[1], cache, Double.parseDouble(words[2]));
          values++;
        }
      }
    }
    return values;
  }
}
