package io.strata.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.layout.BucketLayout;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.KeptMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that memory that outlived its server is listed and deleted, unless a server uses it. */
class MemoryCommandTest {
  private static final CapacityPlan CAPACITY = CapacityPlan.of(64L << 20);
  private static final int BUCKETS = (13 << 20) / BucketLayout.BUCKET_BYTES;

  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");

  @BeforeEach
  void makeMemory() throws IOException {
    file = folder.resolve("memory");
    try (KeptMemory memory = open()) {
      memory.allocate(BUCKETS);
      memory.seal();
    }
  }

  private KeptMemory open() throws IOException {
    return KeptMemory.open(List.of(file), CAPACITY, 1);
  }

  @Test
  void listsSizeAndHowTheServerEnded() throws IOException {
    assertThat(Run.strata("memory", file.toString()))
        .isEqualTo(new Run(0, file + "  13 MB, its server shut down cleanly\n", ""));
    open().close();
    assertThat(Run.strata("memory", file.toString()).out()).contains("its server was killed");
    assertThat(file).exists();
  }

  @Test
  void deletesOnRequest() {
    Run run = Run.strata("memory", "--delete", file.toString());

    assertThat(run.status()).isZero();
    assertThat(run.out()).endsWith("deleted\n");
    assertThat(file).doesNotExist();
  }

  @Test
  void deletesTheDictionariesOfTheBlocks() throws IOException {
    Path dictionaries = Files.createFile(folder.resolve("memory.dictionaries"));
    Path other = Files.createFile(folder.resolve("other.dictionaries"));

    assertThat(Run.strata("memory", "--delete", file.toString()).status()).isZero();

    assertThat(dictionaries).doesNotExist();
    assertThat(other).exists();
  }

  @Test
  void deletesNothingIfAServerUsesOneOfTheFiles() throws IOException {
    Path other = folder.resolve("other");
    try (KeptMemory memory = KeptMemory.open(List.of(other), CAPACITY, 1)) {
      memory.allocate(1);

      Run run = Run.strata("memory", "--delete", file.toString(), other.toString());

      assertThat(run.status()).isEqualTo(2);
      assertThat(run.err()).contains(other + " is in use");
      assertThat(file).exists();
    }
  }

  @Test
  void rejectsForeignAndMissingFiles() throws IOException {
    Path notes = Files.writeString(folder.resolve("notes"), "minutes of the meeting");

    Run foreign = Run.strata("memory", "--delete", notes.toString());
    Run absent = Run.strata("memory", folder.resolve("none").toString());

    assertThat(foreign.status()).isEqualTo(2);
    assertThat(foreign.err()).contains("holds something else");
    assertThat(notes).exists();
    assertThat(absent.status()).isEqualTo(2);
    assertThat(absent.err()).contains("no such file");
  }
}
