package io.strata.readpath.config;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How much of the off-heap tier a table or family may keep while other blocks need the memory.
 *
 * @param table as HBase shows it: with namespace and colon unless that is the default namespace
 * @param family empty for all of the table together
 * @param share of the memory, above 0 and at most 1; 0 if bytes are given
 * @param bytes 0 if a share is given
 */
public record Quota(String table, String family, double share, long bytes) {
  static final String EXPECTED =
      "a list such as table=25%,table/family=10g: tables or families, each once, with a share or"
          + " bytes";

  private static final double PER_CENT = 100;
  private static final Pattern ONE =
      Pattern.compile("((?:[\\w.-]+:)?[\\w.-]+)(?:/([^\\s/=,:]+))?\\s*=\\s*(\\S+)");

  /** Returns the quota in bytes for a memory of this size. */
  public long bytesOf(long memory) {
    return bytes > 0 ? bytes : (long) (share * memory);
  }

  /** Returns the table, or table/family, as in the setting. */
  public String name() {
    return family.isEmpty() ? table : table + "/" + family;
  }

  /**
   * Parses a list of quotas.
   *
   * @throws IllegalArgumentException if the text is not what {@link #EXPECTED} says
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
    // Written so that NaN is rejected, too.
    require(share > 0 && share <= 1);
    return new Quota(matcher.group(1), family, share, 0);
  }

  private static void require(boolean valid) {
    if (!valid) {
      throw new IllegalArgumentException();
    }
  }
}
