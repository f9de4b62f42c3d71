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
 * One file of {@link KeptMemory}: a superblock, tables, and buckets at places of their own, mapped.
 * This process alone has it, and its owner alone may read it. For one thread at a time.
 *
 * <pre>
 * | superblock | file records | what the policy remembers | ... | place 0 | place 1 | ... |
 * </pre>
 *
 * The places begin at a multiple of a bucket's size, so that huge pages of that size and less can
 * back them.
 */
final class KeptFile implements AutoCloseable {
  /** A mapping takes at most so many buckets: kernels bound the number of mappings. */
  private static final int BUCKETS_PER_MAPPING = 256;

  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");
  private static final String OWNER_ONLY = "rw-------";

  /**
   * The files that this process has, by device and number. The system gives all locks of a process
   * on a file back when the process closes any channel of it: so no file is opened twice.
   */
  private static final Map<Object, KeptFile> OPEN = new ConcurrentHashMap<>();

  private final Path path;
  private final FileChannel channel;
  private final Object identity;

  /** Whether pages are taken by writing to the file; else by the mapping itself. */
  private final boolean takesWrites;

  private final ByteBuffer zeros = ByteBuffer.allocateDirect(BucketLayout.BUCKET_BYTES / 64);

  /** Of the places, in their order. */
  private final List<Mapping> mappings = new ArrayList<>();

  private ByteBuffer head = ByteBuffer.allocate(0);

  /**
   * Opens a file, which is made if it is absent, and locks it. {@link #attach} or {@link #begin}
   * follows.
   *
   * @throws IOException when that cannot be, or the file is in use, not one of ours or not {@link
   *     PrivateFile private}, with a message for people; nothing in the file is changed then
   */
  static KeptFile open(Path path) throws IOException {
    requireNone(fault(path));
    requireNotOpen(path);
    KeptFile file = new KeptFile(path, madeIfAbsent(path));
    try {
      // Once more: another user may have made it meanwhile.
      requireNone(PrivateFile.fault(path));
      return file;
    } catch (IOException | RuntimeException e) {
      file.close();
      throw e;
    }
  }

  /** As {@link #open}, of a file that is there, whoever owns it. */
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
      this.takesWrites = !Files.getFileStore(path).type().equals("hugetlbfs");
      this.identity = identity(path);
      OPEN.put(identity, this);
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  /** Why {@link #open} refuses a file, whoever has it open; it is not changed. */
  static Optional<KeptMemory.Fault> fault(Path path) throws IOException {
    // First: what is not ours must not be removed, whatever else is wrong with it.
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
    return channel.size() == 0 || Superblock.isOurs(beginning(channel))
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

  /** Equal for two paths of one file. */
  private static Object identity(Path path) throws IOException {
    Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
    return key == null ? path.toRealPath() : key;
  }

  private static FileChannel madeIfAbsent(Path path) throws IOException {
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
        long pid = new Superblock(beginning(channel)).pidAsItWas();
        throw new IOException(
            "%s is in use by process %d: stop that one first, or name another file."
                .formatted(path, pid));
      }
    } catch (OverlappingFileLockException e) {
      throw inUseHere(path);
    }
  }

  private static ByteBuffer beginning(FileChannel channel) throws IOException {
    // Of direct memory: for any other, the JDK keeps a buffer of the thread's own.
    ByteBuffer page = ByteBuffer.allocateDirect(Superblock.BYTES);
    for (int read = 0; read >= 0 && page.hasRemaining(); ) {
      read = channel.read(page, page.position());
    }
    return page.clear();
  }

  /** What the file is; nothing when it is empty, of another format, or damaged. */
  Optional<Superblock.Shape> shape() throws IOException {
    return new Superblock(beginning(channel)).shape();
  }

  // ---- beginning

  /** Takes over what the file holds. */
  void attach(Superblock.Shape shape) throws IOException {
    head = map(0, headBytes(shape));
  }

  /** Makes the file one of this shape, without a bucket: what it held is lost. */
  void begin(Superblock.Shape shape) throws IOException {
    channel.truncate(0);
    if (takesWrites) {
      // Before the file is longer: a process that is killed leaves an empty file, or one of ours.
      ByteBuffer page = ByteBuffer.allocateDirect(Superblock.BYTES);
      new Superblock(page).write(shape);
      write(page.clear(), 0);
      fill(Superblock.BYTES, headBytes(shape));
      head = map(0, headBytes(shape));
    } else {
      head = map(0, headBytes(shape));
      superblock().write(shape);
    }
  }

  /** Bytes before the first place. */
  static long headBytes(Superblock.Shape shape) {
    long tables =
        Superblock.BYTES + (long) shape.records() * FileRecords.BYTES + shape.remembered();
    return (tables + BucketLayout.BUCKET_BYTES - 1) & -BucketLayout.BUCKET_BYTES;
  }

  /** As {@link #headBytes(Superblock.Shape)}, of this file. */
  long headBytes() {
    return head.capacity();
  }

  Superblock superblock() {
    return new Superblock(head.slice(0, Superblock.BYTES));
  }

  /** Bytes behind the superblock and before the places. */
  ByteBuffer table(int from, int bytes) {
    return head.slice(Superblock.BYTES + from, bytes);
  }

  // ---- places

  /** Some places, which stay mapped until the process ends. */
  private record Mapping(int first, ByteBuffer memory) {
    int end() {
      return first + memory.capacity() / BucketLayout.BUCKET_BYTES;
    }

    ByteBuffer place(int place) {
      return memory.slice((place - first) * BucketLayout.BUCKET_BYTES, BucketLayout.BUCKET_BYTES);
    }
  }

  /**
   * The memory of a place: what it holds, if it has its pages; else zeros. A new view each time.
   *
   * @param place no higher than the first that was not asked for yet
   * @param count how many there are to be, as far as is known
   * @throws IOException when there are no pages for it, or it cannot be mapped
   */
  ByteBuffer place(int place, int count) throws IOException {
    ByteBuffer memory = mapping(place, count).place(place);
    Superblock superblock = superblock();
    if (place >= superblock.places()) {
      if (takesWrites) {
        fill(position(place), position(place + 1));
      }
      superblock.setPlaces(place + 1L);
    }
    return memory;
  }

  private Mapping mapping(int place, int count) throws IOException {
    for (int i = mappings.size() - 1; i >= 0; i--) {
      Mapping each = mappings.get(i);
      if (place >= each.first && place < each.end()) {
        return each;
      }
    }
    int some = Math.max(1, Math.min(BUCKETS_PER_MAPPING, count - place));
    Mapping made =
        new Mapping(place, map(position(place), (long) some * BucketLayout.BUCKET_BYTES));
    mappings.add(made);
    return made;
  }

  /**
   * Returns the pages of all places from this one on to the system. Nobody may read them any more:
   * to touch one would end the process.
   */
  void end(int place) throws IOException {
    Superblock superblock = superblock();
    if (place < superblock.places()) {
      // First: a process that is killed in between leaves pages that count for nothing.
      superblock.setPlaces(place);
      channel.truncate(position(place));
    }
  }

  private long position(int place) {
    return head.capacity() + (long) place * BucketLayout.BUCKET_BYTES;
  }

  private ByteBuffer map(long from, long bytes) throws IOException {
    return channel.map(MapMode.READ_WRITE, from, bytes);
  }

  /** Takes the pages now: one that is not there when it is first touched would end the process. */
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

  /** Bytes of memory that the file takes. It may be longer: what is mapped counts to its size. */
  long takenBytes() throws IOException {
    return takenBytes(channel);
  }

  /**
   * Bytes of memory that a file takes, whoever has it open; 0 when it is absent.
   *
   * @throws IOException when it cannot be read
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
    Superblock superblock = new Superblock(beginning(channel));
    long size = channel.size();
    return superblock
        .shape()
        .map(KeptFile::headBytes)
        .map(head -> head + superblock.placesAsTheyWere() * BucketLayout.BUCKET_BYTES)
        .map(taken -> Math.min(size, taken))
        .orElse(size);
  }

  /** Whether its last process shut down cleanly; of a file that is not attached. */
  boolean wasSealed() throws IOException {
    return new Superblock(beginning(channel)).wasSealed();
  }

  /** Gives the lock back. What is mapped stays readable for as long as somebody refers to it. */
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
