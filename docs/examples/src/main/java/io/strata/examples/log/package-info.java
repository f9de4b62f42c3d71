/**
 * A log: a producer, readers of its tail, and a reader of its history, over a file as the second
 * tier of storage.
 */
@NullMarked
package io.strata.examples.log;

import org.jspecify.annotations.NullMarked;
