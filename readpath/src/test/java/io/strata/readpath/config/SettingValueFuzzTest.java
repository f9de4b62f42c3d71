package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.conf.StorageSize;
import org.junit.jupiter.api.Tag;

/**
 * Any value is parsed as by HBase or rejected; a value that HBase parses is rejected only if it is
 * out of range.
 */
@Tag("fuzz")
class SettingValueFuzzTest {
  private static final List<SettingKey<?>> KEYS = SettingKeys.all();
  private static final Pattern RANGE = Pattern.compile(" from (\\S+) to (\\S+)$");

  /** The first byte of the input selects the key; the others are the text of its value. */
  @FuzzTest
  void parsesValuesAsHBase(byte[] input) {
    if (input.length == 0) {
      return;
    }
    SettingKey<?> key = KEYS.get((input[0] & 0xff) % KEYS.size());
    Configuration conf = new Configuration(false);
    conf.set(key.name(), new String(input, 1, input.length - 1, StandardCharsets.UTF_8));
    try {
      Object value = Confs.find(key, conf).orElseThrow();
      meansTheSame(key, value, conf);
    } catch (InvalidSettingException e) {
      RejectionMessages.check(e, conf);
      isOutOfRange(key, conf);
    }
  }

  private static void meansTheSame(SettingKey<?> key, Object value, Configuration conf) {
    isInRange(key, value);
    assertThat(byHBase(key, conf)).as("%s as read by HBase", key.name()).hasValue(value);
  }

  private static void isInRange(SettingKey<?> key, Object value) {
    Matcher range = RANGE.matcher(key.type().expected());
    if (range.find() && value instanceof Number number) {
      // Zero with a minus is zero, but not to the assertion.
      assertThat(number.doubleValue() + 0.0)
          .isBetween(Double.valueOf(range.group(1)), Double.valueOf(range.group(2)));
    }
  }

  /** HBase does not parse the value, or the parsed value is out of the range in the message. */
  private static void isOutOfRange(SettingKey<?> key, Configuration conf) {
    Optional<Object> value = byHBase(key, conf);
    Matcher range = RANGE.matcher(key.type().expected());
    if (value.isPresent() && range.find() && value.get() instanceof Number number) {
      float min = Float.parseFloat(range.group(1));
      float max = Float.parseFloat(range.group(2));
      assertThat(number.floatValue() >= min && number.floatValue() <= max)
          .as("HBase reads %s as %s, Strata rejects it", key.name(), number)
          .isFalse();
    }
  }

  /** Returns what HBase's getter for the key returns; empty if it fails or uses the default. */
  private static Optional<Object> byHBase(SettingKey<?> key, Configuration conf) {
    try {
      return Optional.of(read(key, conf));
    } catch (RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Object read(SettingKey<?> key, Configuration conf) {
    String name = key.name();
    String expected = key.type().expected();
    if (expected.startsWith("a whole number")) {
      Object sample = key.type().parse(firstOf(expected));
      return sample instanceof Integer ? (Object) conf.getInt(name, 0) : conf.getLong(name, 0);
    }
    if (expected.startsWith("a number of bytes") && expected.endsWith("separated by commas")) {
      return Arrays.stream(conf.get(name).split(",", -1)).map(size -> bytes(size.trim())).toList();
    }
    if (expected.startsWith("a number of bytes from")) {
      // A key that HBase does not read: there may be blanks around the value.
      return bytes(conf.getTrimmed(name));
    }
    if (expected.startsWith("a number of bytes")) {
      return bytes(conf.get(name));
    }
    if (expected.startsWith("a number")) {
      return conf.getFloat(name, Float.NaN);
    }
    if (expected.startsWith("one of true")) {
      boolean isTrue = conf.getBoolean(name, false);
      if (isTrue != conf.getBoolean(name, true)) {
        throw new IllegalArgumentException("HBase falls back to the default.");
      }
      return isTrue;
    }
    if (expected.startsWith("one of ")) {
      return Arrays.stream(expected.substring("one of ".length()).split(", "))
          .filter(conf.getTrimmed(name)::equalsIgnoreCase)
          .findFirst()
          .orElseThrow();
    }
    if (expected.startsWith("a list of sizes")) {
      return Arrays.stream(conf.getStrings(name))
          .map(size -> Integer.parseInt(size.trim()))
          .sorted()
          .distinct()
          .toList();
    }
    return key.type().parse(conf.get(name));
  }

  private static String firstOf(String expected) {
    Matcher range = RANGE.matcher(expected);
    assertThat(range.find()).isTrue();
    return range.group(1);
  }

  /** As {@code MemorySizeUtil} of HBase reads it. */
  private static long bytes(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      return (long) StorageSize.parse(text).getUnit().toBytes(StorageSize.parse(text).getValue());
    }
  }
}
