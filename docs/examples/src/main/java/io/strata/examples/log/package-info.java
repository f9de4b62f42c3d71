/**
 * An example log with a producer, tail readers and a catch-up reader, over a file as the second
 * storage tier.
 */
@NullMarked
package io.strata.examples.log;

import org.jspecify.annotations.NullMarked;
