/** Counts the stores that threads compete for, on the unchanged engine. */
package io.strata.concurrency.contention;
