package io.strata.l2.memory;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.layout.Handle;
import io.strata.l2.policy.GhostMemory;
import java.io.IOException;
import java.lang.ref.Cleaner;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Buckets in files on a memory file system (tmpfs, hugetlbfs), which outlive the process: the next
 * process that opens the same files takes over their content. Thread-safe.
 *
 * <p>With k files, bucket n is always bucket n / k of file n mod k. So a handle refers to the same
 * slot in each process.
 *
 * <p>The content of the buckets is up to the store. Besides the buckets, the first file contains
 * what a store needs to interpret them: the names of the files of blocks ({@link #records}), the
 * policy's ghost table and clock, and the ceiling of file ids.
 */
public final class KeptMemory implements BucketMemory, AutoCloseable {
  /** Number of words available to the store's user ({@link #userWord}). */
  public static final int USER_WORDS = Superblock.USER_WORDS;

  private static final Cleaner CLEANER = Cleaner.create();

  private final List<KeptFile> files;
  private final Superblock.Geometry geometry;
  private final Superblock superblock;
  private final FileRecords records;
  private final int kept;
  private final int planned;
  private final boolean sealedBefore;
  private final @Nullable String whyEmpty;

  /**
   * The buckets that the store uses or a reader may still access: the latest use of each number.
   * This field and those below are guarded by this.
   */
  private final Map<Integer, Use> used = new HashMap<>();

  /** One more than the highest of these numbers: the files end there. */
  private int next;

  private boolean isClosed;

  /**
   * Reset on close: the cleaner refers to this object, and a handler may refer to a store and thus
   * to the memory that the cleaner waits for.
   */
  private Consumer<Throwable> errorHandler = KeptMemory::ignore;

  private KeptMemory(
      List<KeptFile> files,
      CapacityPlan capacity,
      List<Superblock.Geometry> geometries,
      String whyEmpty)
      throws IOException {
    this.files = files;
    this.geometry = geometries.get(0);
    this.whyEmpty = whyEmpty.isEmpty() ? null : whyEmpty;
    this.superblock = files.get(0).superblock();
    this.records = new FileRecords(files.get(0).table(0, geometry.records() * FileRecords.BYTES));
    this.kept = countKept();
    this.planned = Math.max(kept, capacity.buckets());
    this.sealedBefore = superblock.isSealed();
    superblock.setPid(ProcessHandle.current().pid());
    superblock.setSealed(false);
  }

  /**
   * Opens the files, and takes over their content.
   *
   * @param paths one path or more; missing files and folders are created
   * @param capacity capacity of the store, which determines the size of new tables
   * @param content a number for the meaning of the blocks; content kept with another number is not
   *     taken over
   * @throws IllegalArgumentException if no file is named, or one twice
   * @throws IOException if a file cannot be used; the message is for the operator, and no existing
   *     file is changed
   */
  public static KeptMemory open(List<Path> paths, CapacityPlan capacity, long content)
      throws IOException {
    if (paths.isEmpty() || paths.stream().distinct().count() < paths.size()) {
      throw new IllegalArgumentException(
          "Files for kept memory: %s is empty or names a file twice. Name each file once."
              .formatted(paths));
    }
    List<KeptFile> files = new ArrayList<>();
    try {
      for (Path path : paths) {
        files.add(KeptFile.open(path));
      }
      List<Superblock.Geometry> found = new ArrayList<>();
      String whyEmpty = whyEmpty(files, content, found);
      List<Superblock.Geometry> geometries =
          whyEmpty == null ? found : geometries(files.size(), capacity, content);
      for (int file = 0; file < files.size(); file++) {
        if (whyEmpty == null) {
          files.get(file).attach(geometries.get(file));
        } else {
          files.get(file).format(geometries.get(file));
        }
      }
      return new KeptMemory(
          List.copyOf(files), capacity, geometries, whyEmpty == null ? "" : whyEmpty);
    } catch (IOException | RuntimeException | Error e) {
      for (KeptFile file : files) {
        file.close();
      }
      throw e;
    }
  }

  /**
   * Returns why the content of the files cannot be taken over, or null if it can.
   *
   * @param found receives the geometries of the files
   */
  private static @Nullable String whyEmpty(
      List<KeptFile> files, long content, List<Superblock.Geometry> found) throws IOException {
    for (KeptFile file : files) {
      Optional<Superblock.Geometry> geometry = file.geometry();
      if (geometry.isEmpty() || geometry.get().content() != content) {
        return file.path() + " is new, or was written by another version, or is damaged";
      }
      found.add(geometry.get());
      Superblock.Geometry first = found.get(0);
      if (geometry.get().bucketBytes() != BucketLayout.BUCKET_BYTES
          || geometry.get().set() != first.set()
          || geometry.get().file() != found.size() - 1
          || geometry.get().files() != files.size()) {
        return file.path() + " was made together with other files, or in another order";
      }
    }
    return null;
  }

  private static List<Superblock.Geometry> geometries(
      int files, CapacityPlan capacity, long content) {
    long set = new SecureRandom().nextLong();
    List<Superblock.Geometry> geometries = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      boolean first = file == 0;
      geometries.add(
          new Superblock.Geometry(
              BucketLayout.BUCKET_BYTES,
              set,
              file,
              files,
              first ? FileRecords.countFor(capacity.totalBytes()) : 0,
              first ? GhostMemory.tableBytes(capacity.ghosts()) : 0,
              content));
    }
    return geometries;
  }

  /** Counts the buckets from 0 up to the first that its file does not contain. */
  private int countKept() {
    long count = Handle.MAX_BUCKETS;
    for (int file = 0; file < files.size(); file++) {
      count = Math.min(count, file + files.get(file).superblock().buckets() * files.size());
    }
    return (int) count;
  }

  // ---- files that are not in use

  /**
   * The state of a file that is not in use.
   *
   * @param bytes bytes of memory that it occupies
   * @param isSealed whether its last process shut down cleanly
   */
  public record Unused(Path file, long bytes, boolean isSealed) {}

  /**
   * Examines a file that no process uses.
   *
   * @throws IOException if it is absent, in use, or not a file of kept memory; the message is for
   *     the operator
   */
  public static Unused examine(Path file) throws IOException {
    try (KeptFile unused = KeptFile.existing(file)) {
      return new Unused(file, unused.takenBytes(), unused.wasSealed());
    }
  }

  /**
   * Deletes a file that no process uses, and returns its memory to the system.
   *
   * @throws IOException as for {@link #examine}; the file is not changed then
   */
  public static void delete(Path file) throws IOException {
    try (KeptFile unused = KeptFile.existing(file)) {
      Files.delete(unused.path());
    }
  }

  // ---- checks before opening

  /**
   * The reason why a file may not be used.
   *
   * @param problem what is wrong
   * @param fix what the operator can do
   */
  public record Fault(String problem, String fix) {}

  /**
   * Returns why {@link #open} would reject a file: other users can read, write or replace it or may
   * have created it, or its content is not the cache's. Does not check whether it is in use.
   *
   * @param file the file, which need not exist
   * @throws IOException if it cannot be read
   */
  public static Optional<Fault> fault(Path file) throws IOException {
    return KeptFile.fault(file);
  }

  /**
   * Returns the bytes of memory that a file occupies, whether in use or not; 0 if it is absent.
   *
   * @throws IOException if it cannot be read
   */
  public static long takenBytes(Path file) throws IOException {
    return KeptFile.takenBytes(file);
  }

  /** Returns the first of the files. */
  public Path path() {
    return files.get(0).path();
  }

  // ---- content taken over

  /** Returns the number of buckets taken over, which are allocated first. */
  public int kept() {
    return kept;
  }

  /** Returns why the files begin empty; empty if their content is taken over. */
  public Optional<String> whyEmpty() {
    return Optional.ofNullable(whyEmpty);
  }

  /** Returns whether the last process shut down cleanly. */
  public boolean wasSealed() {
    return sealedBefore;
  }

  // ---- buckets

  /**
   * Returns the bytes that new files occupy besides buckets, for a store of this capacity. They
   * count towards the size of the cache.
   *
   * @param files number of files
   */
  public static long otherBytes(int files, CapacityPlan capacity) {
    return geometries(files, capacity, 0).stream().mapToLong(KeptFile::headBytes).sum();
  }

  @Override
  public long bytesBeside() {
    return files.stream().mapToLong(KeptFile::headBytes).sum();
  }

  @Override
  public synchronized BucketBuffer[] allocate(int buckets) {
    return allocate(IntStream.range(next, next + buckets).toArray());
  }

  @Override
  public synchronized BucketBuffer[] allocate(int[] numbers) {
    BucketBuffer[] all = new BucketBuffer[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      all[i] = new BucketBuffer(bucket(numbers[i]), 0);
    }
    return all;
  }

  private ByteBuffer bucket(int number) {
    KeptFile file = files.get(number % files.size());
    try {
      ByteBuffer memory =
          file.bucket(number / files.size(), (planned + files.size() - 1) / files.size());
      Use use = new Use(number);
      used.put(number, use);
      CLEANER.register(memory, use);
      next = Math.max(next, number + 1);
      return memory;
    } catch (IOException e) {
      OutOfMemoryError none =
          new OutOfMemoryError(
              "%s cannot hold another bucket: %s".formatted(file.path(), e.getMessage()));
      none.initCause(e);
      throw none;
    }
  }

  /** A use of a bucket's memory; run when that memory has become unreachable. */
  private final class Use implements Runnable {
    private final int number;

    private Use(int number) {
      this.number = number;
    }

    @Override
    public void run() {
      onUnreachable(this);
    }
  }

  /** Unless the number is in use again, shortens the files to the last bucket in use. */
  private synchronized void onUnreachable(Use use) {
    if (isClosed || !used.remove(use.number, use)) {
      return;
    }
    int before = next;
    while (next > 0 && !used.containsKey(next - 1)) {
      next--;
    }
    for (int file = 0; next < before && file < files.size(); file++) {
      try {
        files.get(file).end((next - file + files.size() - 1) / files.size());
      } catch (IOException e) {
        // The cleaner's thread has no caller. The next growth reuses memory that stays occupied.
        errorHandler.accept(new IOException("Cannot shorten " + files.get(file).path(), e));
      }
    }
  }

  @Override
  public synchronized void setErrorHandler(Consumer<Throwable> handler) {
    errorHandler = handler;
  }

  private static void ignore(Throwable error) {}

  /** Returns all kept buckets, and a few if there are none. */
  @Override
  public int first(int buckets) {
    return Math.max(kept, Math.min(buckets, FIRST_BUCKETS));
  }

  @Override
  public boolean isResizable() {
    return true;
  }

  @Override
  public boolean isInOrder() {
    return true;
  }

  // ---- the store's other state

  /** Returns the records of the files that have blocks. */
  public FileRecords records() {
    return records;
  }

  /**
   * Returns the memory of the policy's ghost table, if the files contain one of this size.
   *
   * @param blocks number of ghost entries, a power of two
   */
  public Optional<ByteBuffer> ghosts(int blocks) {
    int bytes = GhostMemory.tableBytes(blocks);
    return bytes == geometry.ghostBytes()
        ? Optional.of(files.get(0).table(geometry.records() * FileRecords.BYTES, bytes))
        : Optional.empty();
  }

  /** Returns the ceiling of the numbers in the ids that were given to files of blocks. */
  public long idCeiling() {
    return superblock.idCeiling();
  }

  /** Raises the ceiling; must be called before an id with a number above the old one is given. */
  public void setIdCeiling(long id) {
    superblock.setIdCeiling(id);
  }

  /** Returns the policy's clock. */
  public long clock() {
    return superblock.clock();
  }

  /** Stores the policy's clock. */
  public void setClock(long units) {
    superblock.setClock(units);
  }

  /** Returns whether policy bits and ghost table belong to the policy of this name. */
  public boolean isOfPolicy(String name) {
    return superblock.policy() == hash(name);
  }

  /** Records which policy they belong to from now on; none, if the name is empty. */
  public void setPolicy(String name) {
    superblock.setPolicy(hash(name));
  }

  private static long hash(String name) {
    long hash = 0;
    for (int i = 0; i < name.length(); i++) {
      hash = hash * 0x100000001B3L + name.charAt(i);
    }
    return hash;
  }

  /**
   * Returns a word stored by the memory's user, for what its blocks refer to; 0 at first.
   *
   * @param number 0 to {@link #USER_WORDS} - 1
   */
  public long userWord(int number) {
    return superblock.userWord(number);
  }

  /** Stores a word, for this process and the next ones. */
  public void setUserWord(int number, long value) {
    superblock.setUserWord(number, value);
  }

  // ---- shutdown

  /** Records a clean shutdown; the store must not change the files from now on. */
  public void seal() {
    superblock.setSealed(true);
  }

  /** Unlocks the files. Memory that is mapped stays readable. */
  @Override
  public synchronized void close() {
    isClosed = true;
    errorHandler = KeptMemory::ignore;
    files.forEach(KeptFile::close);
  }
}
