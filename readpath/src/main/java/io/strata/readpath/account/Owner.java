package io.strata.readpath.account;

/**
 * Whose a file is.
 *
 * @param table as HBase shows it: with its namespace and a colon, where that is not the default one
 */
public record Owner(String table, String family) {}
