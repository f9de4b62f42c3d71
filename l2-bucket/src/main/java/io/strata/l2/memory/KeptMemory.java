package io.strata.l2.memory;

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
 * Buckets in files on a file system in memory (tmpfs, hugetlbfs), which outlive the process: the
 * next one that names the same files takes over what they hold. Thread-safe.
 *
 * <p>Bucket n is at place n / k of file n mod k, of k files, however often the files are opened. So
 * a handle names the same slot in each process.
 *
 * <p>What is in the buckets is for the store to know. Beside them, the first file has what a store
 * needs to know of them: the names of the files of blocks ({@link #records}), what the policy
 * remembers, its time, and the ids that were given.
 */
public final class KeptMemory implements BucketMemory, AutoCloseable {
  /** How many words of its own a user of the store has ({@link #userWord}). */
  public static final int USER_WORDS = Superblock.USER_WORDS;

  private static final Cleaner CLEANER = Cleaner.create();

  private final List<KeptFile> files;
  private final Superblock.Shape shape;
  private final Superblock superblock;
  private final FileRecords records;
  private final int kept;
  private final int planned;
  private final boolean sealedBefore;
  private final @Nullable String whyEmpty;

  /**
   * The buckets that the store has, or somebody may still read: the last use of each number. Under
   * the lock, as what follows.
   */
  private final Map<Integer, Object> used = new HashMap<>();

  /** One more than the highest of these numbers: there the files end. */
  private int next;

  private boolean isClosed;

  /**
   * None once this is closed: the cleaner refers to this, and a handler may refer to a store, and
   * so to the memory that the cleaner waits for.
   */
  private Consumer<Throwable> errorHandler = KeptMemory::ignore;

  private KeptMemory(
      List<KeptFile> files, CapacityPlan capacity, List<Superblock.Shape> shapes, String whyEmpty)
      throws IOException {
    this.files = files;
    this.shape = shapes.get(0);
    this.whyEmpty = whyEmpty.isEmpty() ? null : whyEmpty;
    this.superblock = files.get(0).superblock();
    this.records = new FileRecords(files.get(0).table(0, shape.records() * FileRecords.BYTES));
    this.kept = countKept();
    this.planned = Math.max(kept, capacity.buckets());
    this.sealedBefore = superblock.isSealed();
    superblock.setPid(ProcessHandle.current().pid());
    superblock.setSealed(false);
  }

  /**
   * Opens the files, and takes over what they hold.
   *
   * @param paths at least one; missing files and folders are made
   * @param capacity of the store, by which the tables are made that are not there
   * @param content what the blocks mean to whoever reads them: what was kept with another number is
   *     not taken over
   * @throws IllegalArgumentException when no file is named, or one twice
   * @throws IOException when a file cannot be used, with a message for people; no file was changed
   *     then that was there before
   */
  public static KeptMemory open(List<Path> paths, CapacityPlan capacity, long content)
      throws IOException {
    if (paths.isEmpty() || paths.stream().distinct().count() < paths.size()) {
      throw new IllegalArgumentException(
          "Memory is kept in the files %s: name at least one, and none twice.".formatted(paths));
    }
    List<KeptFile> files = new ArrayList<>();
    try {
      for (Path path : paths) {
        files.add(KeptFile.open(path));
      }
      List<Superblock.Shape> found = new ArrayList<>();
      String whyEmpty = whyEmpty(files, content, found);
      List<Superblock.Shape> shapes =
          whyEmpty == null ? found : shapes(files.size(), capacity, content);
      for (int file = 0; file < files.size(); file++) {
        if (whyEmpty == null) {
          files.get(file).attach(shapes.get(file));
        } else {
          files.get(file).begin(shapes.get(file));
        }
      }
      return new KeptMemory(List.copyOf(files), capacity, shapes, whyEmpty == null ? "" : whyEmpty);
    } catch (IOException | RuntimeException | Error e) {
      for (KeptFile file : files) {
        file.close();
      }
      throw e;
    }
  }

  /**
   * Why what the files hold cannot be taken over, or null when it can be.
   *
   * @param found gets their shapes
   */
  private static @Nullable String whyEmpty(
      List<KeptFile> files, long content, List<Superblock.Shape> found) throws IOException {
    for (KeptFile file : files) {
      Optional<Superblock.Shape> shape = file.shape();
      if (shape.isEmpty() || shape.get().content() != content) {
        return file.path() + " is new, or was written by another version, or is damaged";
      }
      found.add(shape.get());
      Superblock.Shape first = found.get(0);
      if (shape.get().bucketBytes() != BucketLayout.BUCKET_BYTES
          || shape.get().set() != first.set()
          || shape.get().file() != found.size() - 1
          || shape.get().files() != files.size()) {
        return file.path() + " was made together with other files, or in another order";
      }
    }
    return null;
  }

  private static List<Superblock.Shape> shapes(int files, CapacityPlan capacity, long content) {
    long set = new SecureRandom().nextLong();
    List<Superblock.Shape> shapes = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      boolean first = file == 0;
      shapes.add(
          new Superblock.Shape(
              BucketLayout.BUCKET_BYTES,
              set,
              file,
              files,
              first ? FileRecords.countFor(capacity.totalBytes()) : 0,
              first ? GhostMemory.tableBytes(capacity.ghosts()) : 0,
              content));
    }
    return shapes;
  }

  /** Bucket n is there if its file has that many places: up to the first that is not. */
  private int countKept() {
    long count = Handle.MAX_BUCKETS;
    for (int file = 0; file < files.size(); file++) {
      count = Math.min(count, file + files.get(file).superblock().places() * files.size());
    }
    return (int) count;
  }

  // ---- files that no store has open

  /**
   * The state of a file.
   *
   * @param bytes of memory that it takes
   * @param isSealed whether its last process shut down cleanly
   */
  public record Unused(Path file, long bytes, boolean isSealed) {}

  /**
   * Examines a file that no process uses.
   *
   * @throws IOException when it is absent, in use, or not one of ours, with a message for people
   */
  public static Unused examine(Path file) throws IOException {
    try (KeptFile unused = KeptFile.existing(file)) {
      return new Unused(file, unused.takenBytes(), unused.wasSealed());
    }
  }

  /**
   * Deletes a file that no process uses, and returns its memory to the system.
   *
   * @throws IOException as {@link #examine}; the file is not changed then
   */
  public static void delete(Path file) throws IOException {
    try (KeptFile unused = KeptFile.existing(file)) {
      Files.delete(unused.path());
    }
  }

  // ---- before a store opens them

  /**
   * Why a file may not be used.
   *
   * @param problem what is wrong
   * @param fix what the operator can do
   */
  public record Fault(String problem, String fix) {}

  /**
   * Returns why {@link #open} refuses a file: other users can read, write or replace it or may have
   * made it, or it holds something else. That a process has it open is not looked at.
   *
   * @param file which need not be there
   * @throws IOException when it cannot be read
   */
  public static Optional<Fault> fault(Path file) throws IOException {
    return KeptFile.fault(file);
  }

  /**
   * Returns how many bytes of memory a file takes, whichever process has it; 0 when it is absent.
   *
   * @throws IOException when it cannot be read
   */
  public static long takenBytes(Path file) throws IOException {
    return KeptFile.takenBytes(file);
  }

  // ---- what was there

  /** How many buckets there were; they are allocated first. */
  public int kept() {
    return kept;
  }

  /** Why the files begin empty; nothing when what they hold is taken over. */
  public Optional<String> whyEmpty() {
    return Optional.ofNullable(whyEmpty);
  }

  /** Returns whether the process before this one shut down cleanly. */
  public boolean wasSealed() {
    return sealedBefore;
  }

  // ---- buckets

  /**
   * Bytes that the files take besides buckets, for a store of this capacity that begins empty: to
   * be counted within what the cache may take.
   *
   * @param files how many
   */
  public static long otherBytes(int files, CapacityPlan capacity) {
    return shapes(files, capacity, 0).stream().mapToLong(KeptFile::headBytes).sum();
  }

  @Override
  public long bytesBeside() {
    return files.stream().mapToLong(KeptFile::headBytes).sum();
  }

  @Override
  public synchronized ByteBuffer[] allocate(int buckets) {
    return allocate(IntStream.range(next, next + buckets).toArray());
  }

  @Override
  public synchronized ByteBuffer[] allocate(int[] numbers) {
    ByteBuffer[] all = new ByteBuffer[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      all[i] = bucket(numbers[i]);
    }
    return all;
  }

  private ByteBuffer bucket(int number) {
    KeptFile file = files.get(number % files.size());
    try {
      ByteBuffer memory =
          file.place(number / files.size(), (planned + files.size() - 1) / files.size());
      Object use = new Object();
      used.put(number, use);
      CLEANER.register(memory, () -> unused(number, use));
      next = Math.max(next, number + 1);
      return memory;
    } catch (IOException e) {
      OutOfMemoryError none =
          new OutOfMemoryError(
              "%s cannot take another bucket: %s".formatted(file.path(), e.getMessage()));
      none.initCause(e);
      throw none;
    }
  }

  /**
   * Nobody refers to the memory of a bucket any more. It may have been given anew meanwhile; else
   * the files end behind the last bucket that is in use.
   */
  private synchronized void unused(int number, Object use) {
    if (isClosed || !used.remove(number, use)) {
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
        // The cleaner's thread has no caller. What stays taken is taken again by the next growth.
        errorHandler.accept(new IOException("Cannot shorten " + files.get(file).path(), e));
      }
    }
  }

  @Override
  public synchronized void setErrorHandler(Consumer<Throwable> handler) {
    errorHandler = handler;
  }

  private static void ignore(Throwable error) {}

  /** All that were there, and of others a few. */
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

  // ---- what a store keeps beside them

  /** The files that have blocks. */
  public FileRecords records() {
    return records;
  }

  /**
   * What the policy remembers, as long as the files were made for as much.
   *
   * @param blocks how many it is to remember, a power of two
   * @return the memory; or nothing when the files have more or less
   */
  public Optional<ByteBuffer> remembered(int blocks) {
    int bytes = GhostMemory.tableBytes(blocks);
    return bytes == shape.remembered()
        ? Optional.of(files.get(0).table(shape.records() * FileRecords.BYTES, bytes))
        : Optional.empty();
  }

  /** No file of blocks was given an id above this one. */
  public long idCeiling() {
    return superblock.idCeiling();
  }

  /** Says so, before an id up to this one is given. */
  public void setIdCeiling(long id) {
    superblock.setIdCeiling(id);
  }

  /** The time of the policy. */
  public long clock() {
    return superblock.clock();
  }

  /** Says what time it is. */
  public void setClock(long units) {
    superblock.setClock(units);
  }

  /** Whether the marks of the blocks, and what is remembered, are of the policy of this name. */
  public boolean isOfPolicy(String name) {
    return superblock.policy() == hash(name);
  }

  /** Says of which policy they are from now on; of none when the name is empty. */
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
   * A word that the memory's user keeps there, for what its blocks refer to; 0 at first.
   *
   * @param number 0 to {@link #USER_WORDS} - 1
   */
  public long userWord(int number) {
    return superblock.userWord(number);
  }

  /** Sets such a word, for this process and those that follow. */
  public void setUserWord(int number, long value) {
    superblock.setUserWord(number, value);
  }

  // ---- the end

  /** Marks a clean shutdown; the store changes nothing in the files from now on. */
  public void seal() {
    superblock.setSealed(true);
  }

  /** Gives the files back to whoever opens them next. What is mapped stays readable. */
  @Override
  public synchronized void close() {
    isClosed = true;
    errorHandler = KeptMemory::ignore;
    files.forEach(KeptFile::close);
  }
}
