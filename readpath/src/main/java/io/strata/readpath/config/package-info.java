/**
 * What the administrator says, read once and checked before anything is built.
 *
 * <p>Every key of HBase's own block cache stands in one declarative list, {@code SettingKeys}, with
 * its type, unit, default, secrecy, what becomes of it here and what a reload does with it. {@link
 * io.strata.readpath.config.CacheSettings} reads a configuration through that list: one read finds
 * all that is wrong, of which a start reports the first and counts the others, and a key without
 * meaning is answered with one log line.
 */
@NullMarked
package io.strata.readpath.config;

import org.jspecify.annotations.NullMarked;
