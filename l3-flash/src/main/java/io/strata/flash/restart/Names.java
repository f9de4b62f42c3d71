package io.strata.flash.restart;

import io.strata.flash.index.FileNumbers;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names of files by their numbers, while a snapshot is written. One thread. */
final class Names {
  private final FileNumbers files;
  private final Map<Integer, String> names = new HashMap<>();
  private int highest = FileNumbers.NONE;

  Names(FileNumbers files) {
    this.files = files;
  }

  /** The name of a file, or null when it was forgotten. */
  @Nullable String get(int number) {
    if (number > highest) {
      // Numbers rise: a file that is not known may have come since the names were listed.
      highest = number;
      files
          .all()
          .forEach(
              (name, each) -> {
                names.put(each, name);
                highest = Math.max(highest, each);
              });
    }
    return names.get(number);
  }
}
