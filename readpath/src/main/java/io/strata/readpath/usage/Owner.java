package io.strata.readpath.usage;

import java.util.HashMap;
import java.util.Map;

/**
 * The table and family of a file.
 *
 * @param table as HBase shows it: with namespace and colon unless that is the default namespace
 */
public record Owner(String table, String family) {
  /** Returns the names of the families, as {@code table/family}. */
  public static Map<String, String> families(Map<String, Owner> owners) {
    Map<String, String> families = new HashMap<>();
    owners.forEach((file, owner) -> families.put(file, owner.table + "/" + owner.family));
    return families;
  }
}
