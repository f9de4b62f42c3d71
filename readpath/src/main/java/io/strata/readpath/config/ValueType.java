package io.strata.readpath.config;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What may stand in a value: how it is read, and how to name it in a sentence that refuses it.
 *
 * <p>Values are read as leniently as HBase reads them (blanks around them, hexadecimal whole
 * numbers), but in a range, and nothing that HBase would pass over in silence is let through.
 *
 * @param <T> what the text becomes
 */
final class ValueType<T> {
  /** The largest slot: a 4 MB buffer less the unit in which slots are cut. */
  static final int LARGEST_SLOT = (4 << 20) - 256;

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

  /** Names what is understood, to follow the words "which is not". */
  String expected() {
    return expected;
  }

  /**
   * Reads a value.
   *
   * @throws IllegalArgumentException if the text is not what {@link #expected} says
   */
  T parse(String text) {
    // Not strip: Hadoop's getters take off other blanks than those of Unicode, and so must this.
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
          // Put so that NaN is refused as well.
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

  /** Whatever is typed, nothing included. */
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
   * A whole number of bytes, or a number with a unit as in {@code 10m} and {@code 1.5GB}. HBase
   * reads these with no blanks around, and ends with an exception that names no key otherwise.
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

  /** As {@link #bytes}, of a size that is in a range and a multiple of a unit. */
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
        "a number of bytes such as 1024m or 100g, or some with commas between",
        text ->
            Arrays.stream(text.split(",", -1)).map(part -> bytes().parse(part.trim())).toList());
  }

  /** Sizes of slots in bytes, sorted, each once; there may be blanks around each. */
  static ValueType<List<Integer>> slotSizes() {
    return new ValueType<>(
        "a list of sizes in bytes, each a multiple of %d up to %d"
            .formatted(SLOT_UNIT, LARGEST_SLOT),
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

  /** One or more paths, each once; there may be blanks around each. */
  static ValueType<List<Path>> paths() {
    return new ValueType<>(
        "a path, or some with commas between, each once",
        text -> {
          List<Path> paths =
              Arrays.stream(text.split(",", -1))
                  .map(part -> path().parse(part.trim()).toAbsolutePath().normalize())
                  .toList();
          return require(paths.stream().distinct().count() == paths.size(), paths);
        });
  }

  private static int slotSize(String text) {
    int size = (int) whole(text.trim(), SLOT_UNIT, LARGEST_SLOT);
    return require(size % SLOT_UNIT == 0, size);
  }

  /** The same type under another name for what is understood. */
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
