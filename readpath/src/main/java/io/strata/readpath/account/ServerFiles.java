package io.strata.readpath.account;

import java.util.HashMap;
import java.util.Map;

/** The names under which the files of a server may have blocks. */
public final class ServerFiles {
  private ServerFiles() {}

  /**
   * With the files that a name refers to. Half a file after a split is called {@code file.region},
   * a file of a snapshot or clone {@code table=region-file}; either may have been read under the
   * name of the file itself.
   *
   * @param files by the names that store files' paths end with
   */
  public static <T> Map<String, T> withReferredTo(Map<String, T> files) {
    Map<String, T> all = new HashMap<>(files);
    all.putAll(referredTo(files));
    return all;
  }

  /** Only what {@link #withReferredTo} adds: nothing for a file whose name refers to no other. */
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
