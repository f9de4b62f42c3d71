package io.strata.flash.device;

import com.sun.nio.file.ExtendedOpenOption;
import io.strata.flash.memory.DirectMemory;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A file of fixed size that one process uses, with direct I/O where the file system supports it.
 * Only its owner may read it. Thread-safe: any number of threads read and write at a time, at their
 * own positions.
 *
 * <p>An interrupt closes the channel of the interrupted thread for all threads. So a thread clears
 * its interrupt status while it reads or writes, and a thread that finds the channel closed reopens
 * the file under a lock and continues. An interrupt neither loses a block nor ends a read.
 */
public final class DeviceFile implements Closeable {
  /** The alignment of memory, positions and lengths that direct I/O requires. */
  public static final int ALIGNMENT = 4096;

  private static final String LOCK_SUFFIX = ".lock";

  private final Path path;
  private final @Nullable String whyNotDirect;
  private final @Nullable String whyNotAllocated;
  private final FileChannel lockChannel;
  private volatile FileChannel channel;
  private volatile boolean closed;

  private DeviceFile(
      Path path,
      @Nullable String whyNotDirect,
      @Nullable String whyNotAllocated,
      FileChannel lockChannel,
      FileChannel channel) {
    this.path = path;
    this.whyNotDirect = whyNotDirect;
    this.whyNotAllocated = whyNotAllocated;
    this.lockChannel = lockChannel;
    this.channel = channel;
  }

  /**
   * Opens a file and brings it to its size; creates it if it is absent.
   *
   * @param bytes the size
   * @throws IOException if that is impossible; the message is for an operator
   */
  public static DeviceFile open(Path path, long bytes) throws IOException {
    return open(path, bytes, true);
  }

  /** Opens a file as {@link #open(Path, long)}, with direct I/O only if {@code direct}. */
  static DeviceFile open(Path path, long bytes, boolean direct) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    // A separate file: a process loses its lock of a file when it closes any channel to it.
    FileChannel lockChannel =
        PrivateFile.open(path.resolveSibling(path.getFileName() + LOCK_SUFFIX));
    try {
      lock(path, lockChannel);
      String whyNotAllocated;
      try (FileChannel whole = PrivateFile.open(path)) {
        whyNotAllocated = setSize(path, whole, bytes);
      }
      String whyNotDirect = direct ? whyNotDirect(path) : "it was not requested";
      FileChannel channel = openForUse(path, whyNotDirect == null);
      return new DeviceFile(path, whyNotDirect, whyNotAllocated, lockChannel, channel);
    } catch (IOException | RuntimeException e) {
      lockChannel.close();
      throw e;
    }
  }

  private static void lock(Path path, FileChannel channel) throws IOException {
    try {
      if (channel.tryLock() == null) {
        throw new IOException(path + " is in use by another process.");
      }
    } catch (OverlappingFileLockException e) {
      throw new IOException(path + " is in use by this process already.", e);
    }
  }

  /**
   * Sets the file's size and allocates all its bytes. An existing file may be sparse, so its length
   * does not tell what is allocated.
   *
   * @return why the bytes could not be allocated, or null if they were; otherwise each region is
   *     allocated when it is first written
   */
  private static @Nullable String setSize(Path path, FileChannel channel, long bytes)
      throws IOException {
    long present = channel.size();
    if (present > bytes) {
      channel.truncate(bytes);
    }
    long lacking = bytes - present - Files.getFileStore(path).getUsableSpace();
    if (lacking > 0) {
      throw new IOException(
          "%s needs %d MB, of which the disk lacks %d MB."
              .formatted(path, bytes >> 20, (lacking >> 20) + 1));
    }
    String whyNot;
    try {
      whyNot = Preallocation.take(path, bytes);
    } catch (Preallocation.DiskFullException e) {
      throw new IOException(
          "%s needs %d MB, which the disk does not have free: %s"
              .formatted(path, bytes >> 20, e.getMessage()),
          e);
    }
    if (channel.size() < bytes) {
      channel.write(ByteBuffer.allocate(1), bytes - 1);
    }
    return whyNot;
  }

  /** Opens an existing file for reads and writes, with direct I/O if {@code direct}. */
  public static FileChannel openForUse(Path path, boolean direct) throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    options.add(StandardOpenOption.WRITE);
    if (direct) {
      options.add(ExtendedOpenOption.DIRECT);
    }
    return FileChannel.open(path, options);
  }

  /** Returns why the file cannot be opened for direct I/O, or null if it can. */
  public static @Nullable String whyNotDirect(Path path) throws IOException {
    long unit = Files.getFileStore(path).getBlockSize();
    if (unit > ALIGNMENT) {
      return "its file system requires alignment to %d bytes, not %d".formatted(unit, ALIGNMENT);
    }
    try {
      openForUse(path, true).close();
      return null;
    } catch (IOException | UnsupportedOperationException e) {
      return e.toString();
    }
  }

  /** Returns the limitations of the file, one sentence each that tells what to do. */
  public List<String> limitations() {
    List<String> lacks = new ArrayList<>();
    if (whyNotDirect() != null) {
      lacks.add(
          "%s is read and written through the page cache, which costs memory and a copy, because: %s. Use a file system that supports O_DIRECT."
              .formatted(path, whyNotDirect()));
    }
    if (whyNotAllocated() != null) {
      lacks.add(
          "%s is not preallocated, because: %s. Keep other writers from filling the disk."
              .formatted(path, whyNotAllocated()));
    }
    return lacks;
  }

  /** Allocates zeroed memory that is aligned for reads and writes; the caller closes it. */
  public static DirectMemory allocate(int bytes) {
    return DirectMemory.allocate(bytes, ALIGNMENT);
  }

  /** Rounds up to a multiple of {@link #ALIGNMENT}. */
  public static int roundUp(int bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  public Path path() {
    return path;
  }

  /** Returns whether reads and writes use direct I/O. */
  public boolean isDirect() {
    return whyNotDirect == null;
  }

  /** Returns why reads and writes do not use direct I/O, or null if they do. */
  public @Nullable String whyNotDirect() {
    return whyNotDirect;
  }

  /** Returns why the bytes are not preallocated, or null if they are. */
  public @Nullable String whyNotAllocated() {
    return whyNotAllocated;
  }

  /** One step of a read or write, on the open channel. */
  @FunctionalInterface
  private interface Step {
    void run(FileChannel channel) throws IOException;
  }

  /**
   * Reads until the buffer is full.
   *
   * @param into aligned memory; its remaining bytes and {@code position} are multiples of {@link
   *     #ALIGNMENT}
   * @throws EOFException if the file is shorter
   * @throws IOException if the read fails
   */
  public void read(ByteBuffer into, long position) throws IOException {
    long begin = position - into.position();
    while (into.hasRemaining()) {
      persist(
          current -> {
            // An interrupted read may have filled the buffer before the channel was reopened.
            if (into.hasRemaining()
                && (current.read(into, begin + into.position()) <= 0 || endsWithinPage(into))) {
              throw new EOFException(path + " ends before byte " + (begin + into.limit()) + ".");
            }
          });
    }
  }

  /**
   * Returns whether a direct read ended within a page, which happens only at the end of the file.
   */
  private boolean endsWithinPage(ByteBuffer into) {
    return isDirect() && into.position() % ALIGNMENT != 0;
  }

  /** Writes the remaining bytes of the buffer; otherwise as {@link #read}. */
  public void write(ByteBuffer from, long position) throws IOException {
    long begin = position - from.position();
    while (from.hasRemaining()) {
      persist(
          current -> {
            if (from.hasRemaining() && current.write(from, begin + from.position()) <= 0) {
              throw new IOException(path + " accepts no more bytes.");
            }
          });
    }
  }

  /** Waits until all written bytes are on the device. */
  public void force() throws IOException {
    persist(current -> current.force(false));
  }

  /** Runs a step, and repeats it if an interrupt of another thread closed the channel. */
  private void persist(Step step) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        FileChannel current = channel;
        try {
          step.run(current);
          return;
        } catch (ClosedChannelException e) {
          interrupted |= Thread.interrupted();
          reopen(current, e);
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void reopen(FileChannel failed, ClosedChannelException e) throws IOException {
    synchronized (this) {
      if (closed) {
        throw e;
      }
      if (channel == failed) {
        channel = openForUse(path, isDirect());
      }
    }
  }

  /**
   * Reopens the file, creates it if it is absent, and checks whether written bytes can be read
   * back: whether a failed device works again.
   *
   * @param position of the bytes to overwrite
   * @return false if other bytes were read than written
   * @throws IOException if the device fails
   */
  public boolean probe(long position) throws IOException {
    PrivateFile.open(path).close();
    synchronized (this) {
      if (closed) {
        throw new ClosedChannelException();
      }
      FileChannel before = channel;
      channel = openForUse(path, isDirect());
      before.close();
    }
    try (DirectMemory written = allocate(ALIGNMENT);
        DirectMemory read = allocate(ALIGNMENT)) {
      written.bytes().putLong(0, System.nanoTime());
      write(written.bytes().duplicate(), position);
      force();
      read(read.bytes().duplicate(), position);
      return read.bytes().equals(written.bytes());
    }
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      closed = true;
    }
    try {
      channel.close();
    } finally {
      lockChannel.close();
    }
  }
}
