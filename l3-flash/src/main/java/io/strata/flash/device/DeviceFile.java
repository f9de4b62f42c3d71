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
 * A file of fixed size that one process uses, read and written past the page cache where the file
 * system lets that be. Only its owner may read it. Thread-safe: any number of threads read and
 * write at a time, at positions of their own.
 *
 * <p>A channel is closed by an interrupt of any thread that uses it. So a thread lays its interrupt
 * aside while it reads or writes, and whoever finds the channel closed opens the file again, under
 * a lock, and goes on: an interrupt costs nobody a block, and ends no read.
 */
public final class DeviceFile implements Closeable {
  /** What memory, positions and lengths are multiples of, where the page cache is passed by. */
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
   * Opens a file, which is made if it is absent, with all its bytes.
   *
   * @param bytes its size, to which it is brought
   * @throws IOException when that cannot be, with a message for people
   */
  public static DeviceFile open(Path path, long bytes) throws IOException {
    return open(path, bytes, true);
  }

  /** As {@link #open(Path, long)}; past the page cache only if so wished. */
  static DeviceFile open(Path path, long bytes, boolean direct) throws IOException {
    Path folder = path.toAbsolutePath().getParent();
    if (folder != null) {
      Files.createDirectories(folder);
    }
    // A file of its own: a process loses its lock of a file when it closes any channel of it.
    FileChannel lockChannel =
        PrivateFile.open(path.resolveSibling(path.getFileName() + LOCK_SUFFIX));
    try {
      lock(path, lockChannel);
      String whyNotAllocated;
      try (FileChannel whole = PrivateFile.open(path)) {
        whyNotAllocated = setSize(path, whole, bytes);
      }
      String whyNotDirect = direct ? whyNotDirect(path) : "it was not asked for";
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
   * Sets the file's size and allocates all its bytes. A file that exists may be sparse: its length
   * says nothing of what the disk has given it.
   *
   * @return why the bytes are not allocated, or null when they are; then they are allocated as
   *     regions are written for the first time
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
          "%s shall have %d MB, for which the disk lacks %d MB."
              .formatted(path, bytes >> 20, (lacking >> 20) + 1));
    }
    String whyNot;
    try {
      whyNot = Preallocation.take(path, bytes);
    } catch (Preallocation.DiskFullException e) {
      throw new IOException(
          "%s shall have %d MB, which the disk does not have free: %s"
              .formatted(path, bytes >> 20, e.getMessage()),
          e);
    }
    if (channel.size() < bytes) {
      channel.write(ByteBuffer.allocate(1), bytes - 1);
    }
    return whyNot;
  }

  /** Opens a file that is there to be read and written; past the page cache if so wished. */
  public static FileChannel openForUse(Path path, boolean direct) throws IOException {
    Set<OpenOption> options = new HashSet<>();
    options.add(StandardOpenOption.READ);
    options.add(StandardOpenOption.WRITE);
    if (direct) {
      options.add(ExtendedOpenOption.DIRECT);
    }
    return FileChannel.open(path, options);
  }

  /** What keeps the file from being opened past the page cache, or null when nothing does. */
  public static @Nullable String whyNotDirect(Path path) throws IOException {
    long unit = Files.getFileStore(path).getBlockSize();
    if (unit > ALIGNMENT) {
      return "its file system wants multiples of %d bytes, not of %d".formatted(unit, ALIGNMENT);
    }
    try {
      openForUse(path, true).close();
      return null;
    } catch (IOException | UnsupportedOperationException e) {
      return e.toString();
    }
  }

  /** What the file does not have that others do, a sentence each that says what to do. */
  public List<String> whatItLacks() {
    List<String> lacks = new ArrayList<>();
    if (whyNotDirect() != null) {
      lacks.add(
          "%s is read and written through the page cache, which takes memory from others and costs another copy, for: %s. Lay it on a file system that knows O_DIRECT."
              .formatted(path, whyNotDirect()));
    }
    if (whyNotAllocated() != null) {
      lacks.add(
          "%s is allocated as it is first written, and not now, because: %s. Keep other writers from filling the disk."
              .formatted(path, whyNotAllocated()));
    }
    return lacks;
  }

  /** Memory as it must be to be read into and written from, zeroed; the caller closes it. */
  public static DirectMemory allocate(int bytes) {
    return DirectMemory.allocate(bytes, ALIGNMENT);
  }

  /** The next multiple of {@link #ALIGNMENT}. */
  public static int roundUp(int bytes) {
    return (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  public Path path() {
    return path;
  }

  /** Whether reads and writes pass the page cache by. */
  public boolean isDirect() {
    return whyNotDirect == null;
  }

  /** Why reads and writes do not pass the page cache by, or null when they do. */
  public @Nullable String whyNotDirect() {
    return whyNotDirect;
  }

  /** Why the bytes are not allocated on the disk yet, or null when they are. */
  public @Nullable String whyNotAllocated() {
    return whyNotAllocated;
  }

  /** One step of a read or write, through the channel that is open. */
  @FunctionalInterface
  private interface Step {
    void run(FileChannel channel) throws IOException;
  }

  /**
   * Reads until the buffer is full.
   *
   * @param into aligned memory; its remaining bytes and {@code position} are multiples of {@link
   *     #ALIGNMENT}
   * @throws EOFException when the file is shorter
   * @throws IOException when the device cannot be read
   */
  public void read(ByteBuffer into, long position) throws IOException {
    long begin = position - into.position();
    while (into.hasRemaining()) {
      persist(
          current -> {
            // Where a read that an interrupt ended has moved the buffer, it is full so far.
            if (into.hasRemaining()
                && (current.read(into, begin + into.position()) <= 0 || endsWithinPage(into))) {
              throw new EOFException(path + " ends before byte " + (begin + into.limit()) + ".");
            }
          });
    }
  }

  /** A read past the page cache comes to no such end but where the file does. */
  private boolean endsWithinPage(ByteBuffer into) {
    return isDirect() && into.position() % ALIGNMENT != 0;
  }

  /** Writes what remains in the buffer; otherwise as {@link #read}. */
  public void write(ByteBuffer from, long position) throws IOException {
    long begin = position - from.position();
    while (from.hasRemaining()) {
      persist(
          current -> {
            if (from.hasRemaining() && current.write(from, begin + from.position()) <= 0) {
              throw new IOException(path + " takes no more bytes.");
            }
          });
    }
  }

  /** Waits until all that was written is on the device. */
  public void force() throws IOException {
    persist(current -> current.force(false));
  }

  /** Does one step, again when the channel was closed by somebody's interrupt. */
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
   * Opens the file anew, made if it is absent, and tries whether bytes that are written can be read
   * again: whether a device that failed works.
   *
   * @param position whose bytes are lost
   * @return false when others were read than were written
   * @throws IOException when the device cannot be used
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
