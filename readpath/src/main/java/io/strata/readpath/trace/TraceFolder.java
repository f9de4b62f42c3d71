package io.strata.readpath.trace;

import io.strata.trace.TraceFiles;
import io.strata.trace.TraceWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.WritableByteChannel;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The folder of a recorder's files, with bounded number and size. Files of previous processes
 * count; the oldest files are deleted for a new one. Only the owner may read the files. A lock
 * keeps other processes out, which would delete each other's files. Not thread-safe.
 */
final class TraceFolder implements Closeable {
  private static final String LOCK = "lock";
  private static final boolean POSIX =
      FileSystems.getDefault().supportedFileAttributeViews().contains("posix");

  /** Counts the files of all recorders of this process, so that their names are unique. */
  private static final AtomicInteger CREATED = new AtomicInteger();

  private final Path folder;
  private final int files;
  private final long fileBytes;
  private final FileChannel lock;

  /**
   * Creates the folder if it is absent, and locks it.
   *
   * @param files maximum number of files, 1 or more
   * @param fileBytes maximum size of a file
   * @throws IOException if the folder cannot be created or locked, with a message for the operator
   */
  TraceFolder(Path folder, int files, long fileBytes) throws IOException {
    this.folder = folder;
    this.files = files;
    this.fileBytes = fileBytes;
    if (!Files.isDirectory(folder)) {
      Files.createDirectory(folder, onlyOwner("rwx------"));
    }
    this.lock =
        FileChannel.open(
            folder.resolve(LOCK),
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            onlyOwner("rw-------"));
    try {
      requireLock();
    } catch (IOException | RuntimeException e) {
      lock.close();
      throw e;
    }
  }

  private void requireLock() throws IOException {
    try {
      FileLock taken = lock.tryLock();
      if (taken == null) {
        throw takenByOthers();
      }
    } catch (OverlappingFileLockException e) {
      throw takenByOthers();
    }
  }

  private IOException takenByOthers() {
    return new IOException("another server records to this folder; each server needs its own");
  }

  /** Deletes the oldest files as far as needed, and creates a new one. */
  TraceWriter begin(long millis, Map<String, String> settings) throws IOException {
    deleteOldest();
    Path file =
        folder.resolve(
            TraceFiles.name(millis, ProcessHandle.current().pid(), CREATED.getAndIncrement()));
    WritableByteChannel out =
        Files.newByteChannel(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            onlyOwner("rw-------"));
    try {
      return new TraceWriter(out, settings);
    } catch (IOException | RuntimeException e) {
      out.close();
      throw e;
    }
  }

  /** Bounds number and bytes, since files of a previous process may be larger. */
  private void deleteOldest() throws IOException {
    List<Path> left = new ArrayList<>(TraceFiles.in(folder));
    long bytes = 0;
    for (Path file : left) {
      bytes += Files.size(file);
    }
    while (!left.isEmpty() && (left.size() >= files || bytes > (files - 1) * fileBytes)) {
      Path oldest = left.remove(0);
      bytes -= Files.size(oldest);
      Files.delete(oldest);
    }
  }

  /** Returns whether a file may not have space for one more record. */
  boolean isFull(TraceWriter file) {
    return file.bytes() > fileBytes - TraceWriter.MAX_ADDED_BYTES;
  }

  /** Unlocks the folder. */
  @Override
  public void close() throws IOException {
    lock.close();
  }

  private static FileAttribute<?>[] onlyOwner(String permissions) {
    return POSIX
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }
}
