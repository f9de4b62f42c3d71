package io.strata.perf.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A smoke test of the command with both kinds of rows. */
class BenchIT {
  private static final Path STRATA = Path.of("../../strata").toAbsolutePath().normalize();
  private static final long LIMIT_MINUTES = 15;

  @TempDir Path folder;

  @Test
  void writesATableOfTheRequestedRows() throws Exception {
    Path table = folder.resolve("table.md");
    Path output = folder.resolve("output");
    String[] rows = {"hot", "insert", "close", "background", "moving"};
    run(
        output,
        Stream.concat(Stream.of("engine", "--quick", "--output=" + table), Stream.of(rows))
            .toArray(String[]::new));
    List<String> lines = Files.readAllLines(table);
    assertThat(lines).anyMatch(line -> line.contains("`./strata bench engine --quick --output="));
    assertThat(lines).anyMatch(line -> line.startsWith("| one hot block, 2 threads "));
    assertThat(lines).anyMatch(line -> line.startsWith("| inserts of 64 KB, 2 threads "));
    assertThat(lines)
        .filteredOn(line -> line.startsWith("| inserts dropped "))
        .singleElement()
        .asString()
        .endsWith(" reached |");
    assertThat(lines).anyMatch(line -> line.startsWith("| closing a file: memory freed, max "));
    assertThat(lines)
        .filteredOn(line -> line.startsWith("| rounds to a hit ratio of 95 %, "))
        .singleElement()
        .asString()
        .contains("64 KB → 64 KB, 384 MB");
    assertThat(lines).anyMatch(line -> line.startsWith("| background step, max, CPU time, 64 KB "));
    assertThat(folder.resolve("table.tsv")).content().contains("\nSTRATA\t", "\nBUCKET_CACHE\t");
    assertThat(folder.resolve("moving-load.svg")).content().contains("LruBlockCache");
    assertThat(lines).noneMatch(line -> line.startsWith("| hit, uniform"));
  }

  @Test
  void comparesTheHitsOfTwoVersions() throws Exception {
    Path output = folder.resolve("output");
    Path home = STRATA.resolveSibling("").normalize();
    run(output, "hits", "--small", "--processes=2", home.toString());

    assertThat(Files.readAllLines(output))
        .filteredOn(line -> line.startsWith("| this version ") || line.startsWith("| " + home))
        .hasSize(2)
        .allMatch(line -> line.matches("\\| .+ \\| +[0-9.]+ \\| +[01]\\.[0-9]+ \\| +[0-9.–]+ \\|"))
        .first()
        .asString()
        .endsWith(" 1.000–1.000 |");
  }

  private static void run(Path output, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(STRATA.toString(), "bench"));
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process run = builder.start();

    assertThat(run.waitFor(LIMIT_MINUTES, TimeUnit.MINUTES)).isTrue();

    assertThat(run.exitValue()).as(Files.readString(output)).isZero();
  }
}
