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
 * Whatever stands in a value, it means what it means to HBase, or is refused in a sentence; and
 * what HBase can make use of is refused only when it is out of range.
 */
@Tag("fuzz")
class SettingValueFuzzTest {
  private static final List<SettingKey<?>> KEYS = SettingKeys.all();
  private static final Pattern RANGE = Pattern.compile(" from (\\S+) to (\\S+)$");

  /** The first byte chooses the key, the others are the text of its value. */
  @FuzzTest
  void aValueMeansWhatItMeansToHbase(byte[] input) {
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
      Sentences.check(e, conf);
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

  /** HBase would not read it, or what it reads is beyond the range that was named. */
  private static void isOutOfRange(SettingKey<?> key, Configuration conf) {
    Optional<Object> value = byHBase(key, conf);
    Matcher range = RANGE.matcher(key.type().expected());
    if (value.isPresent() && range.find() && value.get() instanceof Number number) {
      float least = Float.parseFloat(range.group(1));
      float most = Float.parseFloat(range.group(2));
      assertThat(number.floatValue() >= least && number.floatValue() <= most)
          .as("%s is %s to HBase, and refused", key.name(), number)
          .isFalse();
    }
  }

  /** What the getter that HBase uses for the key says; empty where that fails or falls back. */
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
    if (expected.startsWith("a number of bytes") && expected.endsWith("with commas between")) {
      return Arrays.stream(conf.get(name).split(",", -1)).map(size -> bytes(size.trim())).toList();
    }
    if (expected.startsWith("a number of bytes from")) {
      // A key of Strata's own, which HBase does not read: there may be blanks around.
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
