package io.strata.flash.restart;

import io.strata.flash.device.PrivateFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * A snapshot while it is written: under another name, until all of it is on the disk. Then it takes
 * the place of the one before in one step, so that whenever the process or the machine ends there
 * is a whole one. One thread.
 */
final class SnapshotFile implements Closeable {
  private static final String SUFFIX = ".index";
  private static final String UNFINISHED_SUFFIX = ".index.new";
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path target;
  private final Path unfinished;
  private final FileChannel channel;
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);

  private SnapshotFile(Path target, Path unfinished, FileChannel channel) {
    this.target = target;
    this.unfinished = unfinished;
    this.channel = channel;
  }

  /** Where the snapshot of a device's file lies. */
  static Path of(Path device) {
    return device.resolveSibling(device.getFileName() + SUFFIX);
  }

  /** Begins the snapshot of a device's file. */
  static SnapshotFile create(Path device) throws IOException {
    Path unfinished = device.resolveSibling(device.getFileName() + UNFINISHED_SUFFIX);
    FileChannel channel = PrivateFile.open(unfinished);
    channel.truncate(0);
    return new SnapshotFile(of(device), unfinished, channel);
  }

  void write(ByteBuffer part) throws IOException {
    while (part.hasRemaining()) {
      if (!buffer.hasRemaining()) {
        drain();
      }
      int bytes = Math.min(buffer.remaining(), part.remaining());
      buffer.put(part.slice(part.position(), bytes));
      part.position(part.position() + bytes);
    }
  }

  private void drain() throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
  }

  /** Puts the snapshot in the place of the one before. */
  void commit() throws IOException {
    drain();
    channel.force(true);
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    // Of the folder: before that the new name may be forgotten when the machine ends.
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
        entries.force(true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
