package io.strata.l2.memory;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.lang.reflect.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptMemoryTest {
  private static final CapacityPlan CAPACITY = CapacityPlan.of(64L << 20);

  private static final long CONTENT = 42;

  /** Where the superblock has the number of the process. */
  private static final int PID = 96;

  private static final String MINUTES = "minutes of the meeting";

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("memory");
  }

  private KeptMemory open(Path... paths) throws IOException {
    return KeptMemory.open(List.of(paths), CAPACITY, CONTENT);
  }

  /** Writes a bucket's number into each bucket. */
  private static void writeNumbers(BucketBuffer[] buckets) {
    for (int number = 0; number < buckets.length; number++) {
      buckets[number].view().putInt(1000, number + 1);
    }
  }

  @Test
  void bucketsKeepTheirPositionsAcrossProcesses() throws IOException {
    Path[] paths = {folder.resolve("one"), folder.resolve("two"), folder.resolve("three")};
    try (KeptMemory memory = open(paths)) {
      assertThat(memory.kept()).isZero();
      assertThat(memory.whyEmpty()).get().asString().contains("is new");
      writeNumbers(memory.allocate(7));
    }
    try (KeptMemory memory = open(paths)) {
      assertThat(memory.whyEmpty()).isEmpty();
      assertThat(memory.kept()).isEqualTo(7);
      BucketBuffer[] again = memory.allocate(9);
      for (int number = 0; number < 9; number++) {
        assertThat(again[number].view().getInt(1000)).isEqualTo(number < 7 ? number + 1 : 0);
        assertThat(again[number].view().capacity()).isEqualTo(BucketLayout.BUCKET_BYTES);
      }
    }
  }

  @Test
  void pagesAreAllocatedBeforeBucketsAreUsed() throws IOException {
    try (KeptMemory memory = open(file)) {
      memory.allocate(3);
      long blocks = (long) Files.getAttribute(file, "size") / BucketLayout.BUCKET_BYTES;
      assertThat(blocks).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void wordsAndFilesOutliveTheProcess() throws IOException {
    try (KeptMemory memory = open(file)) {
      memory.setClock(7);
      memory.setIdCeiling(99);
      memory.setPolicy("lru");
      memory.setUserWord(3, -77);
      int five = memory.records().add(5, "five");
      memory.records().note(five, 5, "of region 7");
      memory.records().note(five, 6, "of another file");
      int six = memory.records().add(6, "six");
      memory.records().remove(six);
      memory.ghosts(CAPACITY.ghosts()).orElseThrow().putLong(8, 1234);
      memory.seal();
    }
    try (KeptMemory memory = open(file)) {
      assertThat(memory.wasSealed()).isTrue();
      assertThat(memory.clock()).isEqualTo(7);
      assertThat(memory.userWord(3)).isEqualTo(-77);
      assertThat(memory.idCeiling()).isEqualTo(99);
      assertThat(memory.isOfPolicy("lru")).isTrue();
      assertThat(memory.isOfPolicy("s3-fifo")).isFalse();
      assertThat(memory.records().entries())
          .extracting(FileRecords.Entry::id, FileRecords.Entry::name, FileRecords.Entry::note)
          .containsExactly(tuple(5L, "five", "of region 7"));
      assertThat(memory.ghosts(CAPACITY.ghosts()).orElseThrow().getLong(8)).isEqualTo(1234);
      assertThat(memory.ghosts(2 * CAPACITY.ghosts())).isEmpty();
    }
    try (KeptMemory memory = open(file)) {
      assertThat(memory.wasSealed()).as("sealed by the process before").isFalse();
    }
  }

  @Test
  void fileInUseIsRejected() throws IOException {
    try (KeptMemory memory = open(file)) {
      assertThatThrownBy(() -> open(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by this process");
      writeNumbers(memory.allocate(2));
    }
    try (KeptMemory memory = open(file)) {
      assertThat(memory.kept()).isEqualTo(2);
    }
  }

  @Test
  void foreignFileIsRejectedAndUnchanged() throws IOException {
    // With streams, because for a channel the JDK keeps direct memory that the watch would count.
    try (OutputStream out = new FileOutputStream(file.toFile())) {
      out.write(MINUTES.getBytes(UTF_8));
    }

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("holds something else");

    try (InputStream in = new FileInputStream(file.toFile())) {
      assertThat(new String(in.readAllBytes(), UTF_8)).isEqualTo(MINUTES);
    }
  }

  /** The system releases a process's locks on a file when the process closes any channel of it. */
  @Test
  void lockSurvivesExaminationAndSecondOpen() throws IOException {
    Path locks = Path.of("/proc/locks");
    assumeThat(locks).isReadable();
    try (KeptMemory memory = open(file)) {
      writeNumbers(memory.allocate(2));
      String lock = "%d [^ ]*:%s ".formatted(ProcessHandle.current().pid(), inode(file));
      assertThat(read(locks)).containsPattern(lock);

      KeptMemory.takenBytes(file);
      assertThatThrownBy(() -> open(file)).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> KeptMemory.examine(file)).isInstanceOf(IOException.class);

      assertThat(read(locks)).containsPattern(lock);
    }
  }

  /** After a restart of a container, another process may have the number of the killed one. */
  @Test
  void recordedProcessDoesNotOwnTheFileWithoutTheLock() throws IOException {
    try (KeptMemory memory = open(file)) {
      writeNumbers(memory.allocate(2));
    }
    recordPid(ProcessHandle.current().parent().orElseThrow().pid());

    try (KeptMemory memory = open(file)) {
      assertThat(memory.kept()).isEqualTo(2);
    }
  }

  private void recordPid(long pid) throws IOException {
    ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder());
    try (RandomAccessFile recorded = new RandomAccessFile(file.toFile(), "rw")) {
      recorded.seek(PID);
      recorded.write(word.putLong(pid).array());
    }
  }

  /** Not by a channel, whose thread would keep a direct buffer for the next one. */
  private static String read(Path path) throws IOException {
    try (InputStream in = new FileInputStream(path.toFile())) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static Object inode(Path path) throws IOException {
    return Files.getAttribute(path, "unix:ino");
  }

  @Test
  void takenBytesCountAllocatedBucketsOnly() throws IOException {
    assertThat(KeptMemory.takenBytes(file)).isZero();
    long others = KeptMemory.otherBytes(1, CAPACITY);
    try (KeptMemory memory = open(file)) {
      memory.allocate(1);
      assertThat(Files.size(file))
          .as("mapped in advance")
          .isGreaterThan(others + BucketLayout.BUCKET_BYTES);
      assertThat(KeptMemory.takenBytes(file)).isEqualTo(others + BucketLayout.BUCKET_BYTES);
      memory.allocate(2);
    }
    assertThat(KeptMemory.takenBytes(file)).isEqualTo(others + 3L * BucketLayout.BUCKET_BYTES);
  }

  @Test
  void damagedOrForeignSetBeginsEmpty() throws IOException {
    Path other = folder.resolve("other");
    try (KeptMemory memory = open(file, other)) {
      writeNumbers(memory.allocate(4));
    }
    try (KeptMemory memory = open(other, file)) {
      assertThat(memory.whyEmpty()).get().asString().contains("another order");
      assertThat(memory.kept()).isZero();
      writeNumbers(memory.allocate(4));
    }
    damage(other);
    try (KeptMemory memory = open(other, file)) {
      assertThat(memory.whyEmpty()).get().asString().contains("damaged");
      assertThat(memory.allocate(4)).allMatch(bucket -> bucket.view().getInt(1000) == 0);
    }
  }

  @Test
  void otherContentIsNotTakenOver() throws IOException {
    try (KeptMemory memory = open(file)) {
      writeNumbers(memory.allocate(2));
    }
    try (KeptMemory memory = KeptMemory.open(List.of(file), CAPACITY, CONTENT + 1)) {
      assertThat(memory.kept()).isZero();
      assertThat(memory.whyEmpty()).get().asString().contains("another version");
    }
  }

  /** Damages the fixed words after the magic number. */
  private static void damage(Path path) throws IOException {
    try (RandomAccessFile damaged = new RandomAccessFile(path.toFile(), "rw")) {
      damaged.seek(20);
      damaged.write(1);
    }
  }

  @Test
  void filesMustBeNamedExactlyOnce() {
    assertThatThrownBy(this::open).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> open(file, file)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void damagedRecordsAreFreed() throws IOException {
    try (KeptMemory memory = open(file)) {
      FileRecords records = memory.records();
      String longest = "x".repeat(FileRecords.MAX_NAME_BYTES);
      assertThat(records.add(1, longest + "x")).isEqualTo(FileRecords.NONE);
      assertThat(records.add(1, longest)).isNotEqualTo(FileRecords.NONE);
      int added = 1;
      while (records.add(1 + added, "file " + added) != FileRecords.NONE) {
        added++;
      }
      assertThat(added).isEqualTo(FileRecords.countFor(CAPACITY.totalBytes()));
      assertThat(records.entries()).hasSize(added);
    }
  }

  @Test
  void reportsFileThatCannotBeShortened() throws Exception {
    try (KeptMemory memory = open(file)) {
      BlockingQueue<Throwable> errors = new LinkedBlockingQueue<>();
      memory.setErrorHandler(errors::add);
      memory.allocate(2);
      Field files = KeptMemory.class.getDeclaredField("files");
      files.setAccessible(true);
      ((KeptFile) ((List<?>) files.get(memory)).get(0)).close();

      Throwable error = null;
      for (int tries = 0; error == null && tries < 600; tries++) {
        System.gc();
        error = errors.poll(100, TimeUnit.MILLISECONDS);
      }
      assertThat(error).hasMessage("Cannot shorten " + file).hasCauseInstanceOf(IOException.class);
    }
  }
}
