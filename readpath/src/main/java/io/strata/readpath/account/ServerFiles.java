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
    files.forEach(
        (name, value) -> {
          String file = name.substring(name.lastIndexOf('-') + 1);
          all.putIfAbsent(file, value);
          int dot = file.indexOf('.');
          if (dot > 0) {
            all.putIfAbsent(file.substring(0, dot), value);
          }
        });
    return all;
  }
}
