package io.strata.readpath.compress;

import io.strata.l2.compress.BlockDecompressor;
import io.strata.l2.compress.UnknownDictionaryException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The dictionaries of zstd that a process knows, and the format of a block packed with one.
 * Thread-safe.
 *
 * <pre>
 * byte  0            8
 *      +------------+--------------------------------------+
 *      | dictionary | zstd frame, with a checksum          |
 *      +------------+--------------------------------------+
 * </pre>
 *
 * Blocks outlive the process in kept memory and on disks. Beside the first file of each is a file
 * of dictionaries, written and synced before the first block is packed with a new one. So each of
 * these files has all dictionaries. A block whose dictionary is unknown is evicted when it is read
 * or attached: files were deleted or damaged, or the dictionary was replaced.
 *
 * <p>The number of dictionaries is bounded. At the bound, a new one replaces the one that was not
 * used for longest.
 */
public final class Dictionaries implements BlockDecompressor {
  private static final Logger LOG = LoggerFactory.getLogger(Dictionaries.class);

  /** Maximum number of dictionaries. */
  static final int MAX = 64;

  /** A dictionary used within this time is not replaced. */
  private static final long MIN_IDLE_MILLIS = TimeUnit.HOURS.toMillis(1);

  /** The id of the algorithm, in the prefix of blocks. */
  static final int ID = 3;

  private static final int ID_BYTES = Long.BYTES;

  /**
   * Native bytes of a dictionary: its content and tables for compression at the level of {@link
   * NativeZstd}, and the same for decompression; the latter twice, since families may try as many
   * new dictionaries as there are known ones.
   */
  static final int NATIVE_BYTES = 640 << 10;

  /** Native bytes to train a dictionary. */
  private static final int TRAINING_BYTES = 16 << 20;

  private final ConcurrentHashMap<Long, Dictionary> byId = new ConcurrentHashMap<>();

  /** The same, oldest first; guarded by this. */
  private final List<Dictionary> all = new ArrayList<>();

  /** Guarded by this. */
  private final List<DictionaryFile> files = new ArrayList<>();

  /** Whether a file could not be written, so no dictionary may be added; guarded by this. */
  private boolean failed;

  private final AtomicBoolean reportedUnknown = new AtomicBoolean();

  // ---- memory

  /** Returns the maximum native memory of all dictionaries, in bytes. */
  public static long maxNativeBytes() {
    return (long) MAX * NATIVE_BYTES + TRAINING_BYTES;
  }

  /** Returns how {@link #maxNativeBytes} is calculated. */
  public static String nativeRule() {
    return "%d KB for each of %d dictionaries, and %d MB to train one"
        .formatted(NATIVE_BYTES >> 10, MAX, TRAINING_BYTES >> 20);
  }

  // ---- files

  /**
   * Reads the dictionaries beside a file of blocks, and keeps all dictionaries there from now on. A
   * failure is logged; after a failed write, no new dictionary is used.
   *
   * @param blocks the file of blocks, which need not exist
   */
  public synchronized void addFile(Path blocks) {
    DictionaryFile file = new DictionaryFile(blocks);
    Set<Long> read = new HashSet<>();
    try {
      for (Dictionary each : ZstdBlocks.areNative() ? file.read() : List.<Dictionary>of()) {
        learn(each);
        read.add(each.id());
      }
    } catch (IOException | RuntimeException e) {
      LOG.warn(
          "{} cannot be read, and blocks compressed with its dictionaries are evicted: {}",
          file.path(),
          e.getMessage());
    }
    files.add(file);
    if (!read.equals(byId.keySet())) {
      saveAll();
    }
  }

  /**
   * Deletes the dictionaries beside a file of blocks, if there are any.
   *
   * @throws IOException if that fails
   */
  public static void deleteBeside(Path blocks) throws IOException {
    new DictionaryFile(blocks).delete();
  }

  /** Ends keeping dictionaries beside a file of blocks. */
  public synchronized void removeFile(Path blocks) {
    Path path = new DictionaryFile(blocks).path();
    files.removeIf(file -> file.path().equals(path));
  }

  /** Adds a dictionary unless it is known, or the bound is reached by those of other files. */
  private void learn(Dictionary dictionary) {
    if (all.size() < MAX && byId.putIfAbsent(dictionary.id(), dictionary) == null) {
      all.add(dictionary);
    }
  }

  /** Writes all dictionaries to all files; returns whether that succeeded. */
  private boolean saveAll() {
    for (DictionaryFile file : files) {
      try {
        file.write(all);
      } catch (IOException | RuntimeException e) {
        failed = true;
        LOG.warn(
            "{} cannot be written, and no new dictionary is used for compression: {}",
            file.path(),
            e.getMessage());
        return false;
      }
    }
    return true;
  }

  // ---- packing

  /**
   * Adds a dictionary; blocks may be packed with it if this returns true.
   *
   * @return whether it is in all files
   */
  synchronized boolean add(Dictionary dictionary) {
    if (byId.containsKey(dictionary.id())) {
      return true;
    }
    if (failed || (all.size() >= MAX && !forgetOne())) {
      return false;
    }
    learn(dictionary);
    if (!saveAll()) {
      forget(dictionary);
      return false;
    }
    return true;
  }

  /** Forgets the dictionary that was not used for longest; returns false if all are in use. */
  private boolean forgetOne() {
    Dictionary oldest =
        all.stream().min(Comparator.comparingLong(Dictionary::lastUse)).orElseThrow();
    boolean idle = System.currentTimeMillis() - oldest.lastUse() > MIN_IDLE_MILLIS;
    if (idle) {
      forget(oldest);
    }
    return idle;
  }

  private void forget(Dictionary dictionary) {
    all.remove(dictionary);
    byId.remove(dictionary.id());
  }

  /** Returns the newest dictionary of a family; null if there is none. */
  synchronized @Nullable Dictionary newestOf(String family) {
    Dictionary newest = null;
    for (Dictionary each : all) {
      newest = each.family().equals(family) ? each : newest;
    }
    return newest;
  }

  /** Returns the number of dictionaries. */
  public int count() {
    return byId.size();
  }

  /** Returns whether a dictionary is still known: it may be replaced at the bound. */
  boolean isKnown(Dictionary dictionary) {
    return byId.containsKey(dictionary.id());
  }

  /**
   * Compresses a block, between position and limit.
   *
   * @param by a compressor of the dictionary
   * @return false if the result does not fit into {@code to}
   */
  static boolean compress(
      Dictionary dictionary, NativeZstd.Compressor by, ByteBuffer from, ByteBuffer to) {
    if (to.remaining() <= ID_BYTES) {
      return false;
    }
    dictionary.use();
    return by.compress(from, to.putLong(dictionary.id()));
  }

  // ---- unpacking

  @Override
  public int id() {
    return ID;
  }

  @Override
  public String title() {
    return "zstd with dictionaries";
  }

  @Override
  public boolean canDecompress(ByteBuffer from) {
    return from.remaining() >= ID_BYTES && byId.containsKey(from.getLong(from.position()));
  }

  @Override
  public void decompress(ByteBuffer from, ByteBuffer to) {
    if (from.remaining() < ID_BYTES) {
      throw new IllegalArgumentException("A packed block is damaged: it is too short.");
    }
    long id = from.getLong(from.position());
    Dictionary dictionary = byId.get(id);
    if (dictionary == null) {
      UnknownDictionaryException unknown = new UnknownDictionaryException(id);
      if (reportedUnknown.compareAndSet(false, true)) {
        LOG.warn("{} Such blocks are evicted when they are read.", unknown.getMessage());
      }
      throw unknown;
    }
    int begin = from.position() + ID_BYTES;
    dictionary.decompress(from.slice(begin, from.limit() - begin), to);
  }
}
