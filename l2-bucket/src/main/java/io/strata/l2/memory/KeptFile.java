package io.strata.l2.memory;

import io.strata.l2.layout.BucketLayout;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A file of {@link KeptMemory}: a superblock, tables, and buckets, all mapped. The file is locked
 * by this process and readable by its owner only. Not thread-safe.
 *
 * <pre>
 * | superblock | file records | ghost table | ... | bucket 0 | bucket 1 | ... |
 * </pre>
 *
 * The buckets begin at a multiple of their size, so that huge pages up to that size can back them.
 */
final class KeptFile implements AutoCloseable {
  /** Maximum number of buckets per mapping; kernels limit the number of mappings. */
  private static final int BUCKETS_PER_MAPPING = 256;

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final String OWNER_ONLY = "rw-------";

  /**
   * The files open in this process, by device and inode. No file is opened twice, because the
   * system releases all locks of a process on a file when the process closes any channel of it.
   */
  private static final Map<Object, KeptFile> OPEN = new ConcurrentHashMap<>();

  private final Path path;
  private final FileChannel channel;
  private final Object identity;

  /** Whether writing to the file allocates its pages; if not, mapping does. */
  private final boolean allocatesByWrite;

  private final ByteBuffer zeros = ByteBuffer.allocateDirect(BucketLayout.BUCKET_BYTES / 64);

  /** The mappings of buckets, in ascending order. */
  private final List<Mapping> mappings = new ArrayList<>();

  private ByteBuffer head = ByteBuffer.allocate(0);

  /**
   * Opens a file, creating it if it is absent, and locks it. The caller then calls {@link #attach}
   * or {@link #format}.
   *
   * @throws IOException if that fails, or the file is in use, not a file of kept memory, or not
   *     {@link PrivateFile private}; the message is for the operator, and the file is not changed
   */
  static KeptFile open(Path path) throws IOException {
    requireNone(fault(path));
    requireNotOpen(path);
    KeptFile file = new KeptFile(path, openOrCreate(path));
    try {
      // Once more: another user may have created it meanwhile.
      requireNone(PrivateFile.fault(path));
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** As {@link #open}, for a file that exists, of any owner. */
  static KeptFile existing(Path path) throws IOException {
    requireNotOpen(path);
    return new KeptFile(
        path,
        FileChannel.open(
            path, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS));
  }

  private KeptFile(Path path, FileChannel channel) throws IOException {
    this.path = path;
    this.channel = channel;
    try {
      lock();
      requireNone(foreign(path, channel));
      this.allocatesByWrite = !Files.getFileStore(path).type().equals("hugetlbfs");
      this.identity = identity(path);
      OPEN.put(identity, this);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Returns why {@link #open} would reject a file, in use or not; does not change it. */
  static Optional<KeptMemory.Fault> fault(Path path) throws IOException {
    // First: the advice to remove the file must not be given for a file that is not the cache's.
    if (Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS)
        && Files.isReadable(path)
        && !OPEN.containsKey(identity(path))) {
      try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
        Optional<KeptMemory.Fault> foreign = foreign(path, channel);
        if (foreign.isPresent()) {
          return foreign;
        }
      }
    }
    return PrivateFile.fault(path);
  }

  private static Optional<KeptMemory.Fault> foreign(Path path, FileChannel channel)
      throws IOException {
    return channel.size() == 0 || Superblock.isKeptMemory(firstPage(channel))
        ? Optional.empty()
        : Optional.of(
            new KeptMemory.Fault(
                path + " holds something else than the cache's memory",
                "name another file, or remove it"));
  }

  private static void requireNone(Optional<KeptMemory.Fault> fault) throws IOException {
    if (fault.isPresent()) {
      throw new IOException("%s: %s.".formatted(fault.get().problem(), fault.get().fix()));
    }
  }

  private static void requireNotOpen(Path path) throws IOException {
    if (Files.exists(path) && OPEN.containsKey(identity(path))) {
      throw inUseHere(path);
    }
  }

  private static IOException inUseHere(Path path) {
    return new IOException(path + " is in use by this process already.");
  }

  /** Returns the same key for two paths of one file. */
  private static Object identity(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path.toRealPath() : key;
  }

  private static FileChannel openOrCreate(Path path) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    Set<OpenOption> options =
        Set.of(
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    if (!POSIX) {
      return FileChannel.open(path, options);
    }
    return FileChannel.open(
        path,
        options,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(OWNER_ONLY)));
  }

  private void lock() throws IOException {
    try {
      if (channel.tryLock() == null) {
        long pid = new Superblock(firstPage(channel)).readPid();
        throw new IOException(
            "%s is in use by process %d. Stop that process, or name another file."
                .formatted(path, pid));
      }
    } catch (OverlappingFileLockException e) {
      throw inUseHere(path);
    }
  }

  private static ByteBuffer firstPage(FileChannel channel) throws IOException {
    // Direct, because for a heap buffer the JDK keeps a temporary direct one per thread.
    ByteBuffer page = ByteBuffer.allocateDirect(Superblock.BYTES);
    for (int read = 0; read >= 0 && page.hasRemaining(); ) {
      read = channel.read(page, page.position());
    }
    return page.clear();
  }

  /** Returns the geometry; empty if the file is empty, of another format, or damaged. */
  Optional<Superblock.Geometry> geometry() throws IOException {
    return new Superblock(firstPage(channel)).geometry();
  }

  // ---- opening

  /** Takes over the content of the file. */
  void attach(Superblock.Geometry geometry) throws IOException {
    head = map(0, headBytes(geometry));
  }

  /** Initializes the file with this geometry and no bucket; its content is lost. */
  void format(Superblock.Geometry geometry) throws IOException {
    channel.truncate(0);
    if (allocatesByWrite) {
      // Before the file is longer: a process that is killed leaves an empty or a valid file.
      ByteBuffer page = ByteBuffer.allocateDirect(Superblock.BYTES);
      new Superblock(page).write(geometry);
      write(page.clear(), 0);
      fill(Superblock.BYTES, headBytes(geometry));
      head = map(0, headBytes(geometry));
    } else {
      head = map(0, headBytes(geometry));
      superblock().write(geometry);
    }
  }

  /** Returns the number of bytes before the first bucket. */
  static long headBytes(Superblock.Geometry geometry) {
    long tables =
        Superblock.BYTES + (long) geometry.records() * FileRecords.BYTES + geometry.ghostBytes();
    return (tables + BucketLayout.BUCKET_BYTES - 1) & -BucketLayout.BUCKET_BYTES;
  }

  /** As {@link #headBytes(Superblock.Geometry)}, for this file. */
  long headBytes() {
    return head.capacity();
  }

  Superblock superblock() {
    return new Superblock(head.slice(0, Superblock.BYTES));
  }

  /** Returns bytes between the superblock and the buckets. */
  ByteBuffer table(int from, int bytes) {
    return head.slice(Superblock.BYTES + from, bytes);
  }

  // ---- buckets

  /** A mapping of some buckets, which lasts until the process ends. */
  private record Mapping(int first, ByteBuffer memory) {
    int end() {
      return first + memory.capacity() / BucketLayout.BUCKET_BYTES;
    }

    ByteBuffer bucket(int number) {
      return memory.slice((number - first) * BucketLayout.BUCKET_BYTES, BucketLayout.BUCKET_BYTES);
    }
  }

  /**
   * Returns the memory of a bucket, with its content if the file contains it, zeroed otherwise.
   * Each call returns a new view.
   *
   * @param number at most the number of the first bucket not requested yet
   * @param count expected number of buckets of this file
   * @throws IOException if no pages are available, or they cannot be mapped
   */
  ByteBuffer bucket(int number, int count) throws IOException {
    ByteBuffer memory = mapping(number, count).bucket(number);
    Superblock superblock = superblock();
    if (number >= superblock.buckets()) {
      if (allocatesByWrite) {
        fill(position(number), position(number + 1));
      }
      superblock.setBuckets(number + 1L);
    }
    return memory;
  }

  private Mapping mapping(int number, int count) throws IOException {
    for (int i = mappings.size() - 1; i >= 0; i--) {
      Mapping each = mappings.get(i);
      if (number >= each.first && number < each.end()) {
        return each;
      }
    }
    int some = Math.max(1, Math.min(BUCKETS_PER_MAPPING, count - number));
    Mapping made =
        new Mapping(number, map(position(number), (long) some * BucketLayout.BUCKET_BYTES));
    mappings.add(made);
    return made;
  }

  /**
   * Returns the pages of this bucket and all after it to the system. No thread may access them any
   * more: that would crash the process.
   */
  void end(int number) throws IOException {
    Superblock superblock = superblock();
    if (number < superblock.buckets()) {
      // First: a process that is killed in between leaves pages that are not counted.
      superblock.setBuckets(number);
      channel.truncate(position(number));
    }
  }

  private long position(int number) {
    return head.capacity() + (long) number * BucketLayout.BUCKET_BYTES;
  }

  private ByteBuffer map(long from, long bytes) throws IOException {
    return channel.map(MapMode.READ_WRITE, from, bytes);
  }

  /** Allocates pages now: a page that is not available when first accessed crashes the process. */
  private void fill(long from, long to) throws IOException {
    long at = from;
    while (at < to) {
      ByteBuffer some = zeros.duplicate().limit((int) Math.min(zeros.capacity(), to - at));
      at += some.limit();
      write(some, at - some.limit());
    }
  }

  private void write(ByteBuffer from, long position) throws IOException {
    while (from.hasRemaining()) {
      channel.write(from, position + from.position());
    }
  }

  Path path() {
    return path;
  }

  /** Returns the bytes of memory in use. The file may be longer, up to the end of its mappings. */
  long takenBytes() throws IOException {
    return takenBytes(channel);
  }

  /**
   * Returns the bytes of memory that a file occupies, in use or not; 0 if it is absent.
   *
   * @throws IOException if it cannot be read
   */
  static long takenBytes(Path path) throws IOException {
    if (!Files.exists(path)) {
      return 0;
    }
    KeptFile open = OPEN.get(identity(path));
    if (open != null) {
      return open.takenBytes();
    }
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      return takenBytes(channel);
    }
  }

  private static long takenBytes(FileChannel channel) throws IOException {
    Superblock superblock = new Superblock(firstPage(channel));
    long size = channel.size();
    return superblock
        .geometry()
        .map(KeptFile::headBytes)
        .map(head -> head + superblock.readBuckets() * BucketLayout.BUCKET_BYTES)
        .map(taken -> Math.min(size, taken))
        .orElse(size);
  }

  /** Returns whether the last process shut down cleanly; for a file that is not attached. */
  boolean wasSealed() throws IOException {
    return new Superblock(firstPage(channel)).readSealed();
  }

  /** Releases the lock. Mapped memory stays readable as long as it is referenced. */
  @Override
  public void close() {
    OPEN.remove(identity, this);
    try {
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot close " + path, e);
    }
  }
}
