package io.strata.l2.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptMemoryTest {
  private static final CapacityPlan CAPACITY = CapacityPlan.of(64L << 20);

  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("memory");
  }

  private KeptMemory open(Path... paths) throws IOException {
    return KeptMemory.open(List.of(paths), CAPACITY);
  }

  /** A word in each bucket that tells its number. */
  private static void mark(ByteBuffer[] buckets) {
    for (int number = 0; number < buckets.length; number++) {
      buckets[number].putInt(1000, number + 1);
    }
  }

  @Test
  void bucketsAreWhereTheyWereInEachLife() throws IOException {
    Path[] paths = {folder.resolve("one"), folder.resolve("two"), folder.resolve("three")};
    try (KeptMemory memory = open(paths)) {
      assertThat(memory.kept()).isZero();
      assertThat(memory.whyEmpty()).get().asString().contains("is new");
      mark(memory.allocate(7));
    }
    try (KeptMemory memory = open(paths)) {
      assertThat(memory.whyEmpty()).isEmpty();
      assertThat(memory.kept()).isEqualTo(7);
      ByteBuffer[] again = memory.allocate(9);
      for (int number = 0; number < 9; number++) {
        assertThat(again[number].getInt(1000)).isEqualTo(number < 7 ? number + 1 : 0);
        assertThat(again[number].capacity()).isEqualTo(BucketLayout.BUCKET_BYTES);
      }
    }
  }

  @Test
  void bucketsHaveTheirPagesBeforeTheyAreUsed() throws IOException {
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
      memory.records().add(5, "five");
      int six = memory.records().add(6, "six");
      memory.records().remove(six);
      memory.remembered(CAPACITY.remembered()).orElseThrow().putLong(8, 1234);
      memory.seal();
    }
    try (KeptMemory memory = open(file)) {
      assertThat(memory.wasSealed()).isTrue();
      assertThat(memory.clock()).isEqualTo(7);
      assertThat(memory.idCeiling()).isEqualTo(99);
      assertThat(memory.isOfPolicy("lru")).isTrue();
      assertThat(memory.isOfPolicy("s3-fifo")).isFalse();
      assertThat(memory.records().entries())
          .extracting(FileRecords.Entry::id, FileRecords.Entry::name)
          .containsExactly(org.assertj.core.groups.Tuple.tuple(5L, "five"));
      assertThat(memory.remembered(CAPACITY.remembered()).orElseThrow().getLong(8)).isEqualTo(1234);
      assertThat(memory.remembered(2 * CAPACITY.remembered())).isEmpty();
    }
    try (KeptMemory memory = open(file)) {
      assertThat(memory.wasSealed()).as("the process before did not seal it").isFalse();
    }
  }

  @Test
  void fileInUseIsRefused() throws IOException {
    try (KeptMemory memory = open(file)) {
      assertThatThrownBy(() -> open(file))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by this process");
      mark(memory.allocate(2));
    }
    try (KeptMemory memory = open(file)) {
      assertThat(memory.kept()).isEqualTo(2);
    }
  }

  @Test
  void fileOfSomethingElseIsRefusedAndStaysAsItIs() throws IOException {
    Files.writeString(file, "minutes of the meeting");

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("holds something else");

    assertThat(file).hasContent("minutes of the meeting");
  }

  @Test
  void fileThatOthersMayWriteIsRefused() throws IOException {
    open(file).close();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));

    assertThatThrownBy(() -> open(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("rw-rw----");
  }

  @Test
  void damagedOrForeignSetBeginsEmpty() throws IOException {
    Path other = folder.resolve("other");
    try (KeptMemory memory = open(file, other)) {
      mark(memory.allocate(4));
    }
    try (KeptMemory memory = open(other, file)) {
      assertThat(memory.whyEmpty()).get().asString().contains("another order");
      assertThat(memory.kept()).isZero();
      mark(memory.allocate(4));
    }
    damage(other);
    try (KeptMemory memory = open(other, file)) {
      assertThat(memory.whyEmpty()).get().asString().contains("damaged");
      assertThat(memory.allocate(4)).allMatch(bucket -> bucket.getInt(1000) == 0);
    }
  }

  /** In the fixed words behind the magic. */
  private static void damage(Path path) throws IOException {
    try (var channel =
        java.nio.channels.FileChannel.open(path, java.nio.file.StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(new byte[] {1}), 20);
    }
  }

  @Test
  void fileIsNamedOnceAtLeastAndAtMost() {
    assertThatThrownBy(this::open).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> open(file, file)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void recordsAreWholeOrNotThere() throws IOException {
    try (KeptMemory memory = open(file)) {
      FileRecords records = memory.records();
      String longest = "x".repeat(FileRecords.BYTES - 16);
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
}
