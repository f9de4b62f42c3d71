package io.strata.flash.restart;

import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashFile;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The owners of files: texts whose meaning only the caller knows. A snapshot records the owners of
 * the files whose blocks it lists, and a warm restart restores them. Not restored are the owners of
 * files added after the last snapshot of a killed process, and texts of more than some thousand
 * characters. Thread-safe.
 *
 * <p>A restored owner is dropped with the file's last block.
 */
public final class FileOwners {
  private final FileNumbers files;
  private volatile Function<String, @Nullable String> caller = file -> null;

  /** Creates an empty set of owners for these files. */
  public FileOwners(FileNumbers files) {
    this.files = files;
  }

  /**
   * Sets the function that returns the owner of a file.
   *
   * @param next returns the owner of a file, or null if unknown; called by any thread, also while
   *     the store is closed
   */
  public void ask(Function<String, @Nullable String> next) {
    caller = next;
  }

  /**
   * Returns the owner of a file, from the caller's function, else from recovery; null if unknown.
   */
  public @Nullable String of(String file) {
    String owner = caller.apply(file);
    FlashFile known = owner == null ? files.peek(file) : null;
    return known == null ? owner : known.owner();
  }

  /** Sets the restored owner of a file, if the file has blocks. */
  void restore(String file, String owner) {
    FlashFile known = files.peek(file);
    if (known != null) {
      known.setOwner(owner);
    }
  }
}
