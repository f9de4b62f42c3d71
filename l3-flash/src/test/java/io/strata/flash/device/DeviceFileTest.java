package io.strata.flash.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.flash.testing.SmallDisk;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeviceFileTest {
  private static final int PAGE = DeviceFile.ALIGNMENT;
  private static final int PAGES = 64;

  @TempDir private Path folder = Path.of("");

  private Path path() {
    return folder.resolve("below").resolve("device");
  }

  private static ByteBuffer page(int number) {
    ByteBuffer page = DeviceFile.allocate(PAGE).bytes();
    for (int at = 0; at < PAGE; at += Integer.BYTES) {
      page.putInt(at, number * 31 + at);
    }
    return page;
  }

  private static void writePages(DeviceFile file) throws IOException {
    for (int i = 0; i < PAGES; i++) {
      file.write(page(i), (long) i * PAGE);
    }
  }

  private static void verify(DeviceFile file, int number) throws IOException {
    ByteBuffer page = DeviceFile.allocate(PAGE).bytes();
    file.read(page, (long) number * PAGE);
    assertThat(page.flip()).isEqualTo(page(number));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void readsWhatWasWrittenWithAndWithoutDirectIo(boolean direct) throws Exception {
    try (DeviceFile file = DeviceFile.open(path(), (long) PAGES * PAGE, direct)) {
      assertThat(file.isDirect() && !direct).isFalse();
      assertThat(file.whyNotDirect() == null).isEqualTo(file.isDirect());
      assertThat(file.limitations().stream().filter(each -> each.contains("O_DIRECT")).count())
          .isEqualTo(file.isDirect() ? 0 : 1);
      assertThat(
              file.limitations().stream().filter(each -> each.contains("filling the disk")).count())
          .isEqualTo(file.whyNotAllocated() == null ? 0 : 1);
      writePages(file);
      file.force();
      for (int i = PAGES - 1; i >= 0; i--) {
        verify(file, i);
      }
      assertThat(file.probe(0)).isTrue();
      verify(file, 1);
    }
  }

  @Test
  void fileIsPrivate() throws Exception {
    Files.createDirectories(path().getParent());
    Files.createFile(path(), PosixFilePermissions.asFileAttribute(allowAll()));
    try (DeviceFile file = DeviceFile.open(path(), PAGE)) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.path())))
          .isEqualTo("rw-------");
    }
  }

  private static java.util.Set<java.nio.file.attribute.PosixFilePermission> allowAll() {
    return PosixFilePermissions.fromString("rw-rw-rw-");
  }

  @Test
  void resizeKeepsWhatFits() throws Exception {
    try (DeviceFile file = DeviceFile.open(path(), (long) PAGES * PAGE)) {
      writePages(file);
    }
    try (DeviceFile file = DeviceFile.open(path(), 2L * PAGE)) {
      assertThat(Files.size(path())).isEqualTo(2L * PAGE);
      verify(file, 1);
    }
    try (DeviceFile file = DeviceFile.open(path(), 3L * PAGE)) {
      assertThat(Files.size(path())).isEqualTo(3L * PAGE);
      verify(file, 1);
    }
  }

  @Test
  void fileIsPreallocated() throws Exception {
    long bytes = 4L << 20;
    try (DeviceFile file = DeviceFile.open(path(), bytes)) {
      assertThat(Files.size(path())).isEqualTo(bytes);
      // Only a file system without support may fail, with a reason.
      if (file.whyNotAllocated() == null) {
        assertThat(bytesOnDisk(path())).isGreaterThanOrEqualTo(bytes);
      } else {
        assertThat(file.whyNotAllocated()).isNotBlank();
        assertThat(bytesOnDisk(path())).isLessThan(bytes);
      }
    }
  }

  @Test
  void existingSparseFileIsAllocated() throws Exception {
    long bytes = 4L << 20;
    Files.createDirectories(path().getParent());
    try (RandomAccessFile sparse = new RandomAccessFile(path().toFile(), "rw")) {
      sparse.setLength(bytes);
      sparse.write(7);
    }
    assertThat(bytesOnDisk(path())).as("sparse").isLessThan(bytes);
    try (DeviceFile file = DeviceFile.open(path(), bytes)) {
      if (file.whyNotAllocated() == null) {
        assertThat(bytesOnDisk(path())).isGreaterThanOrEqualTo(bytes);
      }
      ByteBuffer first = DeviceFile.allocate(PAGE).bytes();
      file.read(first, 0);
      assertThat(first.get(0)).as("contents of the file").isEqualTo((byte) 7);
    }
  }

  @Test
  void sparseFileTooLargeForTheDiskIsRejected() throws Exception {
    try (SmallDisk disk = SmallDisk.mount(folder.resolve("disk"), 8L << 20)) {
      Path file = disk.folder().resolve("device");
      try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
        sparse.setLength(64L << 20);
      }
      assertThatThrownBy(() -> DeviceFile.open(file, 64L << 20))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("device needs 64 MB, which the disk does not have free");
      assertThatThrownBy(() -> DeviceFile.open(file, 32L << 20))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("device needs 32 MB, which the disk does not have free");
      DeviceFile.open(file, 4L << 20).close();
    }
  }

  private static long bytesOnDisk(Path file) throws Exception {
    Process du = new ProcessBuilder("du", "--block-size=1", file.toString()).start();
    String said = new String(du.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(du.waitFor()).isZero();
    return Long.parseLong(said.split("\\s", 2)[0]);
  }

  @Test
  void failedPreallocationTellsWhy() throws Exception {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(Preallocation.take("no-such-program", file, PAGE)).contains("no-such-program");
    assertThat(Preallocation.take("false", file, PAGE)).contains("status 1");
    assertThat(Preallocation.take(folder, PAGE)).contains(folder.toString());
  }

  @Test
  void readPastTruncationFails() throws Exception {
    try (DeviceFile file = DeviceFile.open(path(), (long) PAGES * PAGE)) {
      writePages(file);
      try (FileChannel other = FileChannel.open(path(), StandardOpenOption.WRITE)) {
        other.truncate(3L * PAGE + 100);
      }
      verify(file, 2);
      assertThatThrownBy(() -> verify(file, 3)).isInstanceOf(EOFException.class);
      assertThatThrownBy(() -> verify(file, 9))
          .isInstanceOf(EOFException.class)
          .hasMessageContaining("device ends before byte");
      assertThat(file.probe(9L * PAGE)).isTrue();
    }
  }

  @Test
  void probeRecreatesDeletedFile() throws Exception {
    try (DeviceFile file = DeviceFile.open(path(), (long) PAGES * PAGE)) {
      Files.delete(path());
      assertThat(file.probe(PAGE)).isTrue();
      file.write(page(7), 7L * PAGE);
      assertThat(Files.size(path())).isEqualTo(8L * PAGE);
      verify(file, 7);
    }
  }

  @Test
  void interruptEndsNoReadAndIsKept() throws Exception {
    try (DeviceFile file = DeviceFile.open(path(), (long) PAGES * PAGE)) {
      writePages(file);
      Thread.currentThread().interrupt();
      verify(file, 5);
      file.write(page(6), 6L * PAGE);
      file.force();
      assertThat(Thread.interrupted()).isTrue();
      verify(file, 6);
    }
  }

  @Test
  void interruptedReadersDisturbNoOtherReader() throws Exception {
    try (DeviceFile file = DeviceFile.open(path(), (long) PAGES * PAGE)) {
      writePages(file);
      ExecutorService pool = Executors.newFixedThreadPool(3);
      List<Thread> threads = java.util.Collections.synchronizedList(new ArrayList<>());
      AtomicInteger running = new AtomicInteger(3);
      AtomicInteger interrupts = new AtomicInteger();
      List<Future<Void>> readers = new ArrayList<>();
      Callable<Void> reader =
          () -> {
            threads.add(Thread.currentThread());
            try {
              for (int i = 0; i < 3_000 || interrupts.get() < 100; i++) {
                verify(file, i % PAGES);
                Thread.interrupted();
              }
            } finally {
              running.decrementAndGet();
              threads.remove(Thread.currentThread());
            }
            return null;
          };
      for (int i = 0; i < 3; i++) {
        readers.add(pool.submit(reader));
      }
      while (running.get() > 0) {
        synchronized (threads) {
          threads.forEach(Thread::interrupt);
        }
        interrupts.incrementAndGet();
        Thread.onSpinWait();
      }
      for (Future<Void> each : readers) {
        each.get();
      }
      pool.shutdown();
    }
  }

  @Test
  void fileIsLockedUntilItIsClosed() throws Exception {
    DeviceFile file = DeviceFile.open(path(), PAGE);
    assertThatThrownBy(() -> DeviceFile.open(path(), PAGE))
        .hasMessageContaining("in use by this process already");
    file.close();
    file.close();
    assertThatThrownBy(() -> verify(file, 0)).isInstanceOf(ClosedChannelException.class);
    assertThatThrownBy(() -> file.probe(0)).isInstanceOf(ClosedChannelException.class);
    DeviceFile.open(path(), PAGE).close();
  }

  @Test
  void failureToCreateTellsWhy() throws Exception {
    assertThatThrownBy(() -> DeviceFile.open(path(), 1L << 50))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("the disk lacks");
    Files.createDirectories(folder.resolve("folder"));
    assertThatThrownBy(() -> DeviceFile.open(folder.resolve("folder"), PAGE))
        .isInstanceOf(IOException.class);
    DeviceFile.open(path(), PAGE).close();
  }
}
