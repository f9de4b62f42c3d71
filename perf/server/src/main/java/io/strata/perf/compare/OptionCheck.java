package io.strata.perf.compare;

import io.strata.perf.common.Program;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Checks the options of a command. A rejected value throws a {@link ParameterException}, whose
 * message has option, value, problem and fix. Not thread-safe.
 */
record OptionCheck(CommandSpec spec) {
  /**
   * Returns the value of an option, which must be in a range.
   *
   * @param option name with its dashes
   * @param value null if the option is not given
   * @param byDefault value of an option that is not given
   */
  int inRange(String option, @Nullable Integer value, int byDefault, int min, int max) {
    int chosen = value == null ? byDefault : value;
    if (chosen < min || chosen > max) {
      throw outOfRange(option, chosen, min, max);
    }
    return chosen;
  }

  /** Returns the value of an option, which must be in a range. NaN is in no range. */
  double inRange(String option, double value, double min, double max) {
    if (!(value >= min && value <= max)) {
      throw outOfRange(option, value, min, max);
    }
    return value;
  }

  private ParameterException outOfRange(String option, Number value, Number min, Number max) {
    return rejected(
        "%s=%s: is out of range. Choose a value from %s to %s".formatted(option, value, min, max));
  }

  /** Returns the constants with given names, without duplicates. */
  <E extends Enum<E>> List<E> constants(Class<E> type, String what, List<String> names) {
    return valid(() -> Program.constants(type, what, names));
  }

  /** Returns what is created from options; the message of the exception names the option. */
  <T> T valid(Supplier<T> created) {
    try {
      return created.get();
    } catch (IllegalArgumentException e) {
      throw rejected(String.valueOf(e.getMessage()));
    }
  }

  private ParameterException rejected(String why) {
    return new ParameterException(spec.commandLine(), why);
  }
}
