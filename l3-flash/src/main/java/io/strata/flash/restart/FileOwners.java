package io.strata.flash.restart;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Whose files are, each a text that means something to the caller alone. Snapshots say it of the
 * files whose blocks they tell of, so that a warm restart knows it again; of files that came after
 * the last snapshot of a process that was killed it does not, nor a text of more than some thousand
 * characters. Thread-safe.
 *
 * <p>A file's owner is unknown, restored once, when its blocks are, and forgotten when it is
 * evicted; each is one operation of a concurrent map. A restart that restores a file just as that
 * is evicted may leave an owner without blocks: it takes its bytes, and no snapshot names it.
 */
public final class FileOwners {
  private final Map<String, String> restored = new ConcurrentHashMap<>();
  private volatile Function<String, @Nullable String> caller = file -> null;

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
    return owner != null ? owner : restored.get(file);
  }

  /** Forgets what a restart found of a file. */
  public void forget(String file) {
    restored.remove(file);
  }

  void restore(String file, String owner) {
    restored.put(file, owner);
  }
}
