package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;

/**
 * Whatever is typed behind {@code ./strata compare}, it is refused in a sentence, or the run gets
 * as far as its folder, which does not exist.
 */
@Tag("fuzz")
class CompareFuzzTest {
  private static final Pattern NUMBER = Pattern.compile("--(rounds|minutes|threads)=(.*)");
  private static final String MISSING = "/there/is/no/such/folder";

  /** A line for each argument. */
  @FuzzTest
  void argumentsAreUnderstoodOrRefused(byte[] input) {
    List<String> args = new ArrayList<>(new String(input, StandardCharsets.UTF_8).lines().toList());
    // So that nothing else can name another folder, or have a report made.
    args.removeIf(arg -> arg.contains("-d") && !arg.startsWith("--deploys="));
    args.removeIf(arg -> arg.contains("-r") && !arg.startsWith("--rounds="));
    args.removeIf(arg -> arg.equals("--") || arg.startsWith("@"));
    args.add(0, "--dir=" + MISSING);

    Outcome outcome = execute(args.toArray(String[]::new));

    switch (outcome.code) {
      case 0 -> assertThat(outcome.errors).as("help or version, for %s", args).isEmpty();
      case 1 -> {
        assertThat(outcome.errors.strip())
            .isEqualTo(
                MISSING + " is not a writable folder: choose another with --dir.");
        args.forEach(CompareFuzzTest::isInRange);
      }
      default -> {
        assertThat(outcome.code).as("%s", outcome.errors).isEqualTo(2);
        assertThat(outcome.errors.strip()).endsWith(". See ./strata compare --help.");
        assertThat(outcome.errors.strip().lines()).hasSize(1);
      }
    }
  }

  private static void isInRange(String arg) {
    Matcher option = NUMBER.matcher(arg);
    if (option.matches()) {
      int most =
          switch (option.group(1)) {
            case "rounds" -> 20;
            case "minutes" -> 10_080;
            default -> 128;
          };
      for (String number : option.group(2).split(",", -1)) {
        assertThat(Integer.parseInt(number)).as(arg).isPositive().isLessThanOrEqualTo(most);
      }
    }
  }

  private record Outcome(int code, String errors) {}

  private static Outcome execute(String... args) {
    PrintStream terminal = System.err;
    PrintStream out = System.out;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    System.setOut(new PrintStream(PrintStream.nullOutputStream(), true, StandardCharsets.UTF_8));
    try {
      int code = Compare.execute(args);
      return new Outcome(code, errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(terminal);
      System.setOut(out);
    }
  }
}
