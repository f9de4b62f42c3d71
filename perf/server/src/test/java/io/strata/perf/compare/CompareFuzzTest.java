package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;

/**
 * Any arguments of {@code ./strata compare} are either rejected in one line, or the run gets as far
 * as its folder, which does not exist.
 */
@Tag("fuzz")
class CompareFuzzTest {
  private static final Pattern NUMBER = Pattern.compile("--(minutes|threads)=(.*)");
  private static final String MISSING = "/there/is/no/such/folder";

  /** The input has an argument in each line. */
  @FuzzTest
  void argumentsAreUnderstoodOrRejected(byte[] input) {
    List<String> args = new ArrayList<>(new String(input, StandardCharsets.UTF_8).lines().toList());
    // No other argument may name a folder or request a report.
    args.removeIf(arg -> arg.contains("-d") && !arg.startsWith("--configurations="));
    args.removeIf(arg -> arg.contains("-me") || arg.contains("-r"));
    args.removeIf(arg -> arg.equals("--") || arg.startsWith("@"));
    args.add(0, "--dir=" + MISSING);

    CommandResult result = execute(args.toArray(String[]::new));
    switch (result.code()) {
      case 0 -> assertThat(result.errors()).as("help or version, for %s", args).isEmpty();
      case 1 -> {
        assertThat(result.errors().strip())
            .isEqualTo(MISSING + " does not exist: create it, or choose another with --dir.");
        args.forEach(CompareFuzzTest::isInRange);
      }
      default -> {
        assertThat(result.code()).as("%s", result.errors()).isEqualTo(2);
        assertThat(result.errors().strip()).endsWith(". See ./strata compare --help.");
        assertThat(result.errors().strip().lines()).hasSize(1);
      }
    }
  }

  private static void isInRange(String arg) {
    Matcher option = NUMBER.matcher(arg);
    if (option.matches()) {
      int max = option.group(1).equals("minutes") ? 10_080 : 128;
      assertThat(Integer.parseInt(option.group(2))).as(arg).isPositive().isLessThanOrEqualTo(max);
    }
  }

  private static CommandResult execute(String... args) {
    PrintStream out = System.out;
    System.setOut(new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    try {
      return CommandResult.of(() -> Compare.execute(args));
    } finally {
      System.setOut(out);
    }
  }
}
