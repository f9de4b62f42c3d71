package io.strata.l2.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.BucketLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Whatever the files contain before, the buckets are zeroed. */
@Tag("fuzz")
class MappedFilesFuzzTest {
  private static final int MAX_FILES = 3;
  private static final int MAX_BUCKETS = 3;

  private static Path folder;

  @BeforeAll
  static void makeFolder() throws IOException {
    folder = Files.createTempDirectory("mapped-files");
  }

  @AfterAll
  static void removeFolder() throws IOException {
    for (int i = 0; i < MAX_FILES; i++) {
      Files.deleteIfExists(file(i));
    }
    Files.delete(folder);
  }

  private static Path file(int number) {
    return folder.resolve("cache-" + number);
  }

  @FuzzTest
  void bucketsAreZeroedWhateverTheFilesContain(FuzzedDataProvider data) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int count = data.consumeInt(1, MAX_FILES); count > 0; count--) {
      Path file = file(count - 1);
      files.add(file);
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        int at = data.consumeInt(0, MAX_BUCKETS * BucketLayout.BUCKET_BYTES);
        channel.write(ByteBuffer.wrap(data.consumeBytes(4096)), at);
      }
    }
    int buckets = data.consumeInt(1, MAX_BUCKETS);

    ByteBuffer[] mapped =
        Arrays.stream(new MappedFiles(files).allocate(buckets))
            .map(BucketBuffer::view)
            .toArray(ByteBuffer[]::new);

    assertThat(mapped).hasSize(buckets);
    ByteBuffer zeros = ByteBuffer.allocate(BucketLayout.BUCKET_BYTES);
    for (int i = 0; i < buckets; i++) {
      assertThat(mapped[i].equals(zeros)).as("bucket %d is zeroed", i).isTrue();
      assertThat(mapped[i].alignmentOffset(0, Long.BYTES)).isZero();
      mapped[i].putInt(0, i + 1);
    }
    for (int i = 0; i < buckets; i++) {
      assertThat(mapped[i].getInt(0)).as("no two buckets share memory").isEqualTo(i + 1);
    }
  }
}
