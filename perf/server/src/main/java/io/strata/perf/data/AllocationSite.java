package io.strata.perf.data;

/**
 * A place in the code that allocates.
 *
 * @param method the first frame that is not the JDK's, as class and method
 * @param type what it allocates most of, in bytes
 * @param share of all that was allocated, 0 to 1
 */
public record AllocationSite(String method, String type, double share) {}
