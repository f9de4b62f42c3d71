package io.strata.perf.compare;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.PerformanceEvaluation;

/**
 * Runs HBase's PerformanceEvaluation in this JVM, so that only its first run pays for a cold
 * client. It tells its results to its log alone, so they are read from there.
 */
final class PerformanceEvaluationRunner {
  private final Configuration configuration;
  private final Path log;

  /**
   * @param log the file that this JVM logs to
   */
  PerformanceEvaluationRunner(Configuration configuration, Path log) {
    this.configuration = configuration;
    this.log = log;
  }

  /**
   * Runs one command.
   *
   * @return what was logged meanwhile
   * @throws CompareException if PerformanceEvaluation fails
   */
  List<String> run(List<String> arguments)
      throws CompareException, IOException, InterruptedException {
    int before = Files.readAllLines(log).size();
    int code;
    try {
      code = new PerformanceEvaluation(configuration).run(arguments.toArray(String[]::new));
    } catch (IOException | InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException(e);
    }
    if (code != 0) {
      throw new CompareException(
          "PerformanceEvaluation " + String.join(" ", arguments) + " failed.");
    }
    List<String> lines = Files.readAllLines(log);
    return lines.subList(before, lines.size());
  }
}
