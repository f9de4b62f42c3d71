package io.strata.doctor.size;

/**
 * A property of {@code hbase-site.xml}.
 *
 * @param reason reason for the value, for an XML comment: without two hyphens in a row
 */
record Setting(String name, String value, String reason) {}
