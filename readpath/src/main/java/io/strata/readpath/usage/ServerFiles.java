package io.strata.readpath.usage;

import java.util.HashMap;
import java.util.Map;

/** Finds the names under which the files of a server may have blocks. */
public final class ServerFiles {
  private ServerFiles() {}

  /**
   * Returns the files and those that their names refer to. A half-file reference after a split is
   * named {@code file.region}, and a link to a file of a snapshot or clone {@code
   * table=region-file}. The blocks of either may be cached under the name of the file itself.
   *
   * @param files by the last names of their paths
   */
  public static <T> Map<String, T> withReferredTo(Map<String, T> files) {
    Map<String, T> all = new HashMap<>(files);
    all.putAll(referredTo(files));
    return all;
  }

  /** Returns only the files that {@link #withReferredTo} adds. */
  static <T> Map<String, T> referredTo(Map<String, T> files) {
    Map<String, T> added = new HashMap<>();
    files.forEach(
        (name, value) -> {
          String file = name.substring(name.lastIndexOf('-') + 1);
          add(added, files, file, value);
          int dot = file.indexOf('.');
          if (dot > 0) {
            add(added, files, file.substring(0, dot), value);
          }
        });
    return added;
  }

  private static <T> void add(Map<String, T> added, Map<String, T> files, String name, T value) {
    if (!files.containsKey(name)) {
      added.putIfAbsent(name, value);
    }
  }
}
