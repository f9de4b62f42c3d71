package io.strata.flash.restart;

import io.strata.flash.device.DeviceFile;
import io.strata.flash.device.PrivateFile;
import io.strata.flash.memory.DirectMemory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.function.IntConsumer;

/**
 * A snapshot file while it is written. It is written under a temporary name and renamed when all of
 * it is on the disk, so a complete snapshot exists whenever the process or the machine ends. Used
 * by one thread.
 *
 * <p>It is written with direct I/O where the file system supports that: in whole buffers of whole
 * pages, the last of which is padded with zeros that are truncated at the end. Elsewhere each
 * buffer is forced to the disk as it is written, so that at most one waits in the page cache.
 */
final class SnapshotFile implements Closeable {
  private static final String SUFFIX = ".index";
  private static final String UNFINISHED_SUFFIX = ".index.new";
  private static final int BUFFER_BYTES = 1 << 20;

  private final Path target;
  private final Path unfinished;
  private final FileChannel channel;
  private final boolean direct;
  private final IntConsumer onWritten;
  private final DirectMemory memory = DeviceFile.allocate(BUFFER_BYTES);
  private final ByteBuffer buffer = memory.bytes();
  private long bytes;

  private SnapshotFile(
      Path target, Path unfinished, FileChannel channel, boolean direct, IntConsumer onWritten) {
    this.target = target;
    this.unfinished = unfinished;
    this.channel = channel;
    this.direct = direct;
    this.onWritten = onWritten;
  }

  /** Returns the path of the snapshot of a device's file. */
  static Path of(Path device) {
    return device.resolveSibling(device.getFileName() + SUFFIX);
  }

  /**
   * Creates the snapshot of a device's file.
   *
   * @param onWritten receives the bytes written to the disk, as they are written
   */
  static SnapshotFile create(Path device, IntConsumer onWritten) throws IOException {
    Path unfinished = device.resolveSibling(device.getFileName() + UNFINISHED_SUFFIX);
    try (FileChannel made = PrivateFile.open(unfinished)) {
      made.truncate(0);
    }
    boolean direct = DeviceFile.whyNotDirect(unfinished) == null;
    FileChannel channel = DeviceFile.openForUse(unfinished, direct);
    return new SnapshotFile(of(device), unfinished, channel, direct, onWritten);
  }

  void write(ByteBuffer record) throws IOException {
    while (record.hasRemaining()) {
      if (!buffer.hasRemaining()) {
        drain();
      }
      int count = Math.min(buffer.remaining(), record.remaining());
      buffer.put(record.slice(record.position(), count));
      record.position(record.position() + count);
    }
  }

  private void drain() throws IOException {
    bytes += buffer.position();
    while (buffer.position() % DeviceFile.ALIGNMENT != 0) {
      buffer.put((byte) 0);
    }
    buffer.flip();
    int pages = buffer.remaining();
    while (buffer.hasRemaining()) {
      channel.write(buffer);
    }
    buffer.clear();
    if (!direct) {
      channel.force(false);
    }
    onWritten.accept(pages);
  }

  /** Replaces the previous snapshot. */
  void commit() throws IOException {
    drain();
    channel.truncate(bytes);
    channel.force(true);
    Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
    // Force the directory: before that, a crash of the machine may lose the rename.
    Path folder = target.toAbsolutePath().getParent();
    if (folder != null) {
      try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
        entries.force(true);
      }
    }
  }

  @Override
  public void close() throws IOException {
    memory.close();
    channel.close();
  }
}
