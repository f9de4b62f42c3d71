/**
 * What the administrator says, read once and checked before anything is built.
 *
 * <p>Every key of HBase's own block cache stands in one declarative list, {@code SettingKeys}, with
 * its unit, its default and what becomes of it here. {@link
 * io.strata.readpath.config.CacheSettings} reads a configuration through that list: a wrong value
 * refuses the start with one sentence, and a key without meaning is answered with one log line.
 */
@NullMarked
package io.strata.readpath.config;

import org.jspecify.annotations.NullMarked;
