package io.strata.readpath.config;

import java.util.List;
import java.util.SortedMap;
import org.apache.hadoop.conf.Configuration;

/**
 * The result of reading a configuration: the settings and all problems. Immutable.
 *
 * @param settings the settings, with substitutes for invalid values
 * @param errors all problems, in the order in which they were found
 * @param replaced the keys whose values are invalid, with the substitutes; empty for the default
 */
public record Diagnosis(
    CacheSettings settings,
    List<InvalidSettingException> errors,
    SortedMap<String, String> replaced) {
  /**
   * Reads a configuration without changing it.
   *
   * @param conf the configuration of the RegionServer
   * @param limits the memory that its process may take
   * @param checksFiles whether the files that it names are checked; false for another machine's
   */
  public static Diagnosis of(Configuration conf, MemoryLimits limits, boolean checksFiles) {
    SettingReader reader = new SettingReader(conf);
    CacheSettings settings = new CacheSettings(conf, reader, limits, checksFiles);
    return new Diagnosis(settings, reader.problems(), reader.replaced());
  }

  /**
   * Returns the settings if there is no problem.
   *
   * @throws InvalidSettingException with the first problem and the number of others
   */
  CacheSettings orThrow() {
    if (!errors.isEmpty()) {
      throw errors.get(0).withMore(errors.size() - 1);
    }
    return settings;
  }
}
