package io.strata.readpath.usage;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Selects the tables with the highest memory usage and sums up all others, so that metrics of a
 * server with thousands of tables stay bounded.
 */
public final class LargestTables {
  /** The owner of the sum. Names of tables and families have no parentheses. */
  public static final Owner OTHER = new Owner("(other)", "(other)");

  private LargestTables() {}

  /**
   * Returns the usage of the families of the largest tables, and of {@link #OTHER} if there are
   * more tables.
   *
   * @param usages usage of families
   * @param count the number of tables, 0 or more; of tables of the same size, the first by name
   */
  public static Map<Owner, Usage> of(Map<Owner, Usage> usages, int count) {
    Set<String> largest = largest(usages, count);
    Map<Owner, Usage> shown = new HashMap<>();
    usages.forEach(
        (owner, usage) ->
            shown.merge(largest.contains(owner.table()) ? owner : OTHER, usage, Usage::plus));
    return shown;
  }

  private static Set<String> largest(Map<Owner, Usage> usages, int count) {
    Map<String, Long> bytes = new HashMap<>();
    usages.forEach((owner, usage) -> bytes.merge(owner.table(), usage.bytes(), Long::sum));
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
