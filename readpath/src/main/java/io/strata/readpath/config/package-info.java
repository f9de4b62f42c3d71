/**
 * Reads and checks the settings before anything is built.
 *
 * <p>{@code SettingKeys} lists every key of Strata and of HBase's block cache: type, unit, default,
 * secrecy, who reads it, and what a reload does with it. {@link
 * io.strata.readpath.config.CacheSettings} reads a configuration through that list. One read finds
 * all problems; startup fails with the first and the number of others. A key that has no effect
 * with Strata is logged once.
 */
@NullMarked
package io.strata.readpath.config;

import org.jspecify.annotations.NullMarked;
