package io.strata.readpath.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Parses a value, and describes valid values for the message that rejects an invalid one.
 *
 * <p>Values are parsed as leniently as HBase parses them (blanks around them, hexadecimal whole
 * numbers), but within a range. A value that HBase would silently ignore is rejected.
 *
 * @param <T> the type of the parsed value
 */
final class ValueType<T> {
  /** The largest slot that can be configured. One that exceeds a bucket is divided. */
  static final int MAX_SLOT_BYTES = (4 << 20) - 256;

  private static final int SLOT_UNIT = 256;
  private static final String BYTE_UNITS = "bkmgtpe";
  private static final Pattern WITH_UNIT =
      Pattern.compile(
          "(\\d+(?:\\.\\d+)?)\\s*"
              + "([kmgtpe]?b|[kmgtpe]|(?:kilo|mega|giga|tera|peta|exa)?bytes)");

  private final String expected;
  private final Function<String, T> parser;
  private final boolean blanksAround;

  private ValueType(String expected, Function<String, T> parser, boolean blanksAround) {
    this.expected = expected;
    this.parser = parser;
    this.blanksAround = blanksAround;
  }

  private ValueType(String expected, Function<String, T> parser) {
    this(expected, parser, true);
  }

  /** Returns a description of valid values, which follows the words "must be". */
  String expected() {
    return expected;
  }

  /**
   * Parses a value.
   *
   * @throws IllegalArgumentException if the text is not what {@link #expected} says
   */
  T parse(String text) {
    // Not strip: Hadoop's getters use trim, which removes other blanks than strip.
    return parser.apply(blanksAround ? text.trim() : text);
  }

  static ValueType<Integer> integer(int min, int max) {
    return new ValueType<>(range("a whole number", min, max), t -> (int) whole(t, min, max));
  }

  static ValueType<Long> wholeNumber(long min, long max) {
    return new ValueType<>(range("a whole number", min, max), t -> whole(t, min, max));
  }

  static ValueType<Float> decimal(float min, float max) {
    return new ValueType<>(
        "a number from %s to %s".formatted(plain(min), plain(max)),
        text -> {
          float value = Float.parseFloat(text);
          // Written so that NaN is rejected, too.
          return require(value >= min && value <= max, value);
        });
  }

  static ValueType<Float> share() {
    return decimal(0, 1);
  }

  static ValueType<Boolean> bool() {
    return oneOf("true", "false").map(Boolean::valueOf);
  }

  static ValueType<String> text() {
    return new ValueType<>(
        "a text of at least one character", text -> require(!text.isEmpty(), text));
  }

  /** Any text, including an empty one. */
  static ValueType<String> anyText() {
    return new ValueType<>("a text", text -> text);
  }

  /** One of some names, in upper or lower case. */
  static ValueType<String> oneOf(String... names) {
    return new ValueType<>(
        "one of " + String.join(", ", names),
        text ->
            Arrays.stream(names)
                .filter(text::equalsIgnoreCase)
                .findFirst()
                .orElseThrow(IllegalArgumentException::new));
  }

  /**
   * A whole number of bytes, or a number with a unit such as {@code 10m} or {@code 1.5GB}. HBase
   * accepts no blanks around these, and throws an exception that names no key.
   */
  static ValueType<Long> bytes() {
    return new ValueType<>(
        "a number of bytes such as 1073741824, 1024m or 1g",
        text -> {
          Matcher matcher = WITH_UNIT.matcher(text.toLowerCase(Locale.ROOT));
          if (!matcher.matches()) {
            return whole(text, 0, Long.MAX_VALUE, 10);
          }
          int power = BYTE_UNITS.indexOf(matcher.group(2).charAt(0));
          double value = Double.parseDouble(matcher.group(1)) * Math.pow(1024, power);
          return (long) require(value < Long.MAX_VALUE, value).doubleValue();
        },
        false);
  }

  /** As {@link #bytes}, within a range and a multiple of a unit. */
  static ValueType<Long> byteSize(long min, long max, int unit) {
    return new ValueType<>(
        "a number of bytes from %d to %d that is a multiple of %d, such as 16m"
            .formatted(min, max, unit),
        text -> {
          long size = bytes().parse(text);
          return require(size >= min && size <= max && size % unit == 0, size);
        });
  }

  /** One or more numbers of bytes as in {@link #bytes}; there may be blanks around each. */
  static ValueType<List<Long>> byteSizes() {
    return new ValueType<>(
        "a number of bytes such as 1024m or 100g, or several, separated by commas",
        text ->
            Arrays.stream(text.split(",", -1)).map(part -> bytes().parse(part.trim())).toList());
  }

  /** Sizes of slots in bytes, sorted and distinct; there may be blanks around each. */
  static ValueType<List<Integer>> slotSizes() {
    return new ValueType<>(
        "a list of sizes in bytes, each a multiple of %d up to %d"
            .formatted(SLOT_UNIT, MAX_SLOT_BYTES),
        text -> {
          List<Integer> sizes =
              Arrays.stream(text.split(","))
                  .filter(part -> !part.isEmpty())
                  .map(ValueType::slotSize)
                  .sorted()
                  .distinct()
                  .toList();
          return require(!sizes.isEmpty(), sizes);
        },
        false);
  }

  static ValueType<List<Quota>> quotas() {
    return new ValueType<>(Quota.EXPECTED, Quota::parse);
  }

  static ValueType<Path> path() {
    return new ValueType<>("a path", text -> Path.of(require(!text.isEmpty(), text)));
  }

  /** One or more distinct paths; there may be blanks around each. */
  static ValueType<List<Path>> paths() {
    return new ValueType<>(
        "a path, or several different ones, separated by commas",
        text -> {
          List<Path> paths =
              Arrays.stream(text.split(",", -1))
                  .map(part -> path().parse(part.trim()).toAbsolutePath().normalize())
                  .toList();
          return require(paths.stream().distinct().count() == paths.size(), paths);
        });
  }

  private static int slotSize(String text) {
    int size = (int) whole(text.trim(), SLOT_UNIT, MAX_SLOT_BYTES);
    return require(size % SLOT_UNIT == 0, size);
  }

  /** Returns the same type with another description of valid values. */
  ValueType<T> named(String name) {
    return new ValueType<>(name, parser, blanksAround);
  }

  private <U> ValueType<U> map(Function<T, U> then) {
    return new ValueType<>(expected, parser.andThen(then), blanksAround);
  }

  private static long whole(String text, long min, long max) {
    boolean hex = text.startsWith("0x") || text.startsWith("0X");
    return hex ? whole(text.substring(2), min, max, 16) : whole(text, min, max, 10);
  }

  private static long whole(String digits, long min, long max, int radix) {
    long value = Long.parseLong(digits, radix);
    return require(value >= min && value <= max, value);
  }

  private static <V> V require(boolean valid, V value) {
    if (!valid) {
      throw new IllegalArgumentException();
    }
    return value;
  }

  private static String range(String noun, long min, long max) {
    return "%s from %d to %d".formatted(noun, min, max);
  }

  private static String plain(float value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Float.toString(value);
  }
}
