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
 * The files that HBase wrote without encryption, by name: their blocks may lie on a disk in the
 * clear. Of a file that is not known here, a block must not. Thread-safe.
 *
 * <p>The rule: a file is plain when the context of HBase's <em>reader of that file</em> has no
 * cipher. The reader takes it from the file's trailer, so it holds for the file, whatever the
 * family is set to now, and for each of its blocks, wherever a block was before. A block's own
 * context does not tell: lines of HBase differ in which copies of it keep the file's name and the
 * encryption, and none marks a copy.
 *
 * <p>Readers' contexts come in two ways. From version 2.6 on HBase hands one over before it caches
 * a data block that it read ({@link #learn}). The server has those of all its open files ({@link
 * #refresh}): of blocks that were cached as they were written, or found again on disks, and of all
 * blocks in 2.5.
 *
 * <p>Costs: {@link #contains} is a look-up or two, without a lock. The names that were handed over
 * are bounded, and forgotten all at once beyond that; the server's list replaces the one before.
 * The server is asked only after a block of an unknown file was asked for, by a thread of its own.
 */
public final class PlainFiles {
  /** Names that are kept of what was handed over. */
  static final int MAX_LEARNED = 1 << 16;

  /** Whether a file is plain, by its name. */
  private final ConcurrentHashMap<String, Boolean> learned = new ConcurrentHashMap<>();

  private final LongAdder withheld = new LongAdder();

  /** Never unset: blocks of before may still be in memory. */
  private volatile boolean mayBeEncrypted;

  private volatile Map<String, Boolean> ofServer = Map.of();
  private volatile Supplier<List<HFileContext>> server = List::of;
  private volatile boolean lacking;

  PlainFiles() {}

  /** From the first tier on disks on whose owner has keys, families may be encrypted. */
  void guard(FlashTier tier) {
    if (tier.isPlainOnly() || tier.isEncrypted()) {
      guard();
    }
  }

  /** From now on, families may be encrypted. */
  void guard() {
    mayBeEncrypted = true;
  }

  /**
   * Whether a block may be written to disks; counts it if not.
   *
   * @param encrypted whether those disks are
   * @param ofFile whether the block is one of a file, as nearly all are
   */
  boolean mayBeWritten(String file, boolean encrypted, boolean ofFile) {
    boolean may = ofFile && (!mayBeEncrypted || encrypted || contains(file));
    if (!may) {
      withheld.increment();
    }
    return may;
  }

  /** Blocks that were not written because they may be of encrypted families. */
  public long withheld() {
    return withheld.sum();
  }

  /**
   * Sets how the server is asked.
   *
   * @param readers answers with the contexts of the readers of all open files
   */
  public void askServer(Supplier<List<HFileContext>> readers) {
    server = readers;
  }

  /** Takes the context of a file's reader, where it may be asked for. */
  void opened(@Nullable HFileContext reader) {
    if (mayBeEncrypted && reader != null) {
      learn(reader);
    }
  }

  /** Takes the context of a file's reader. */
  void learn(HFileContext reader) {
    String file = reader.getHFileName();
    if (file != null && !learned.containsKey(file)) {
      if (learned.size() >= MAX_LEARNED) {
        learned.clear();
      }
      learned.put(file, isPlain(reader));
    }
  }

  /** Whether a file is known to be without encryption. */
  boolean contains(String file) {
    Boolean plain = learned.get(file);
    if (plain == null) {
      plain = ofServer.get(file);
    }
    if (plain == null && !lacking) {
      lacking = true;
    }
    return plain != null && plain;
  }

  /** Asks the server for its files, when a file was unknown since this was last called. */
  public void refresh() {
    if (!lacking) {
      return;
    }
    lacking = false;
    Map<String, Boolean> files = new HashMap<>();
    for (HFileContext reader : server.get()) {
      String file = reader.getHFileName();
      if (file != null) {
        files.put(file, isPlain(reader));
        // The other half of a split, and what was cached before it, has the whole file's name.
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
