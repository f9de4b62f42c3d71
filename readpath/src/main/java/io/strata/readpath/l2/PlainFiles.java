package io.strata.readpath.l2;

import io.strata.readpath.l3.FlashTier;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.jspecify.annotations.Nullable;

/**
 * The files that HBase wrote without encryption, by name. Only their blocks may be written to flash
 * unencrypted; an unknown file counts as encrypted. Thread-safe.
 *
 * <p>The rule: a file is plain if the context of HBase's <em>reader of that file</em> has no
 * cipher. The reader takes it from the file's trailer, so it holds for the whole file, whatever the
 * family's present setting is. A block's own context is not reliable: release lines of HBase differ
 * in which copies of it keep the file's name and the encryption, and copies are not recognizable.
 *
 * <p>There are two sources of readers' contexts. From HBase 2.6 on, HBase passes one before it
 * caches a data block that it has read ({@link #opened}). The server has those of all its open
 * files ({@link #refresh}), which also covers blocks that were cached on write or recovered on
 * flash, and all blocks in HBase 2.5.
 *
 * <p>Costs: {@link #contains} is one or two look-ups without a lock. The number of learnt names is
 * bounded; at the bound, all are dropped. The server's list replaces the previous one. A background
 * thread queries the server, only after a look-up of an unknown file.
 */
public final class PlainFiles {
  /** Maximum number of learnt names. */
  static final int MAX_LEARNED = 1 << 16;

  /** Whether a file is plain, by name. */
  private final ConcurrentHashMap<String, Boolean> learned = new ConcurrentHashMap<>();

  private final LongAdder withheld = new LongAdder();

  /** Never cleared: blocks of encrypted families may still be in memory. */
  private volatile boolean mayBeEncrypted;

  private volatile Map<String, Boolean> ofServer = Map.of();
  private volatile Supplier<List<HFileContext>> server = List::of;
  private volatile boolean needsRefresh;

  PlainFiles() {}

  /** Assumes encrypted families from now on if the server of this tier has encryption keys. */
  void guard(FlashTier tier) {
    if (tier.isPlainOnly() || tier.isEncrypted()) {
      guard();
    }
  }

  /** Assumes encrypted families from now on. */
  void guard() {
    mayBeEncrypted = true;
  }

  /**
   * Returns whether a block may be written to flash; counts it if not.
   *
   * @param encrypted whether the flash tier encrypts
   * @param ofFile whether the block belongs to a file, as nearly all do
   */
  boolean mayBeWritten(String file, boolean encrypted, boolean ofFile) {
    boolean may = ofFile && (!mayBeEncrypted || encrypted || contains(file));
    if (!may) {
      withheld.increment();
    }
    return may;
  }

  /** Returns the number of blocks not written because they may belong to encrypted families. */
  public long withheld() {
    return withheld.sum();
  }

  /**
   * Sets the supplier of the server's readers.
   *
   * @param readers returns the contexts of the readers of all open files
   */
  public void askServer(Supplier<List<HFileContext>> readers) {
    server = readers;
  }

  /** Records the context of a file's reader, if families may be encrypted. */
  void opened(@Nullable HFileContext reader) {
    if (mayBeEncrypted && reader != null) {
      learn(reader);
    }
  }

  /** Records the context of a file's reader. */
  void learn(HFileContext reader) {
    String file = reader.getHFileName();
    if (file != null && !learned.containsKey(file)) {
      if (learned.size() >= MAX_LEARNED) {
        learned.clear();
      }
      learned.put(file, isPlain(reader));
    }
  }

  /** Returns whether a file is known to be unencrypted. */
  boolean contains(String file) {
    Boolean plain = learned.get(file);
    if (plain == null) {
      plain = ofServer.get(file);
    }
    if (plain == null && !needsRefresh) {
      needsRefresh = true;
    }
    return plain != null && plain;
  }

  /** Queries the server for its files, if a file was unknown since the last call. */
  public void refresh() {
    if (!needsRefresh) {
      return;
    }
    needsRefresh = false;
    Map<String, Boolean> files = new HashMap<>();
    for (HFileContext reader : server.get()) {
      String file = reader.getHFileName();
      if (file != null) {
        files.put(file, isPlain(reader));
        // Blocks that were cached before the split, or by the other half, have this name.
        String whole = HalfFileReference.wholeOf(file);
        if (whole != null) {
          files.put(whole, isPlain(reader));
        }
      }
    }
    ofServer = files;
  }

  private static boolean isPlain(HFileContext reader) {
    Encryption.@Nullable Context encryption = reader.getEncryptionContext();
    return encryption == null || encryption.getCipher() == null;
  }
}
