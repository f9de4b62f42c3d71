package io.strata.perf.data;

/**
 * A method that allocates.
 *
 * @param method the first frame outside the JDK, as class and method
 * @param type the type that accounts for most of its bytes
 * @param share fraction of all allocated bytes, 0 to 1
 */
public record AllocationSite(String method, String type, double share) {}
