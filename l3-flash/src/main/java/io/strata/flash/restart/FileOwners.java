package io.strata.flash.restart;

import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashFile;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose files are, each a text that means something to the caller alone. Snapshots say it of the
 * files whose blocks they tell of, so that a warm restart knows it again; of files that came after
 * the last snapshot of a process that was killed it does not, nor a text of more than some thousand
 * characters. Thread-safe.
 *
 * <p>What a restart found of a file goes with the file's last block.
 */
public final class FileOwners {
  private final FileNumbers files;
  private volatile Function<String, @Nullable String> caller = file -> null;

  /** Knows nothing yet of these files. */
  public FileOwners(FileNumbers files) {
    this.files = files;
  }

  /**
   * Has the caller asked whose files are, from now on.
   *
   * @param next answers for the name of a file, or null when it does not know; by any thread, also
   *     while the store is closed
   */
  public void ask(Function<String, @Nullable String> next) {
    caller = next;
  }

  /** Whose a file is, by what the caller says, else by what a restart found; null when unknown. */
  public @Nullable String of(String file) {
    String owner = caller.apply(file);
    FlashFile known = owner == null ? files.look(file) : null;
    return known == null ? owner : known.owner();
  }

  /** Notes whose a file is, if it has blocks. */
  void restore(String file, String owner) {
    FlashFile known = files.look(file);
    if (known != null) {
      known.setOwner(owner);
    }
  }
}
