package io.strata.readpath.usage;

/**
 * The table and family of a file.
 *
 * @param table as HBase shows it: with namespace and colon unless that is the default namespace
 */
public record Owner(String table, String family) {}
