package io.strata.readpath.config;

import java.util.List;
import java.util.SortedMap;
import org.apache.hadoop.conf.Configuration;

/**
 * What one read of a configuration gives: the settings, and all that is wrong. Immutable.
 *
 * @param settings what the configuration comes to, with substitutes for what is invalid
 * @param errors all problems, in the order in which they were found
 * @param replaced the keys whose values are invalid, with the substitutes; empty for the default
 */
public record Diagnosis(
    CacheSettings settings,
    List<InvalidSettingException> errors,
    SortedMap<String, String> replaced) {
  /**
   * Reads a configuration, which is not changed.
   *
   * @param conf the configuration of the RegionServer
   * @param limits the memory that its process may take
   * @param looksAtFiles whether the files that it names are looked at, which another machine has
   */
  public static Diagnosis of(Configuration conf, MemoryLimits limits, boolean looksAtFiles) {
    SettingReader reader = new SettingReader(conf);
    CacheSettings settings = new CacheSettings(conf, reader, limits, looksAtFiles);
    return new Diagnosis(settings, reader.problems(), reader.replaced());
  }

  /**
   * Returns the settings if nothing is wrong.
   *
   * @throws InvalidSettingException with the first problem, and how many more there are
   */
  CacheSettings orThrow() {
    if (!errors.isEmpty()) {
      throw errors.get(0).withMore(errors.size() - 1);
    }
    return settings;
  }
}
