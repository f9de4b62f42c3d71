package io.strata.readpath.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of the memory off the heap the blocks of a table or a family may keep while others want
 * room.
 *
 * @param table as HBase shows it: with its namespace and a colon, where that is not the default one
 * @param family empty for all of the table together
 * @param share of the memory, above 0 and at most 1; 0 where bytes are given
 * @param bytes 0 where a share is given
 */
public record Quota(String table, String family, double share, long bytes) {
  static final String EXPECTED =
      "a list with commas between of tables, or families as table/family, each with = and a share"
          + " such as 25%, or bytes such as 10g";

  private static final double PER_CENT = 100;
  private static final Pattern ONE =
      Pattern.compile("((?:[\\w.-]+:)?[\\w.-]+)(?:/([^\\s/=,:]+))?\\s*=\\s*(\\S+)");

  /** Bytes of a memory of this size. */
  public long bytesOf(long memory) {
    return bytes > 0 ? bytes : (long) (share * memory);
  }

  /** Whose it is, as it is typed. */
  public String name() {
    return family.isEmpty() ? table : table + "/" + family;
  }

  /**
   * Reads some.
   *
   * @throws IllegalArgumentException when the text is not what {@link #EXPECTED} says, or one is
   *     named twice
   */
  static List<Quota> parse(String text) {
    List<Quota> quotas = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      Quota quota = parseOne(part.trim());
      if (quotas.stream().anyMatch(other -> other.name().equals(quota.name()))) {
        throw new IllegalArgumentException();
      }
      quotas.add(quota);
    }
    return List.copyOf(quotas);
  }

  private static Quota parseOne(String text) {
    Matcher matcher = ONE.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException();
    }
    String family = matcher.group(2) == null ? "" : matcher.group(2);
    String amount = matcher.group(3);
    if (!amount.endsWith("%")) {
      long bytes = ValueType.bytes().parse(amount);
      require(bytes > 0);
      return new Quota(matcher.group(1), family, 0, bytes);
    }
    double share = Double.parseDouble(amount.substring(0, amount.length() - 1)) / PER_CENT;
    // Put so that NaN is refused as well.
    require(share > 0 && share <= 1);
    return new Quota(matcher.group(1), family, share, 0);
  }

  private static void require(boolean valid) {
    if (!valid) {
      throw new IllegalArgumentException();
    }
  }
}
