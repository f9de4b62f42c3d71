package io.strata.doctor.size;

/**
 * A property of {@code hbase-site.xml}.
 *
 * @param reason why it has this value, for the comment above it; no two hyphens in a row
 */
record Setting(String name, String value, String reason) {}
