package io.strata.readpath.account;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The tables that have most of the memory, each family by itself, and the sum of all others. Bounds
 * what is shown of a server with thousands of tables.
 */
public final class LargestTables {
  /** The owner of the sum. No table or family can have a name with parentheses. */
  public static final Owner OTHER = new Owner("(other)", "(other)");

  private LargestTables() {}

  /**
   * The families of the largest tables, and {@link #OTHER} where there are more.
   *
   * @param uses of families
   * @param count how many tables, 0 or more; of tables of one size, the first by name
   */
  public static Map<Owner, Use> of(Map<Owner, Use> uses, int count) {
    Set<String> largest = largest(uses, count);
    Map<Owner, Use> shown = new HashMap<>();
    uses.forEach(
        (owner, use) ->
            shown.merge(largest.contains(owner.table()) ? owner : OTHER, use, Use::plus));
    return shown;
  }

  private static Set<String> largest(Map<Owner, Use> uses, int count) {
    Map<String, Long> bytes = new HashMap<>();
    uses.forEach((owner, use) -> bytes.merge(owner.table(), use.bytes(), Long::sum));
    Comparator<Map.Entry<String, Long>> order =
        Map.Entry.<String, Long>comparingByValue()
            .reversed()
            .thenComparing(Map.Entry.comparingByKey());
    return bytes.entrySet().stream()
        .sorted(order)
        .limit(count)
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }
}
