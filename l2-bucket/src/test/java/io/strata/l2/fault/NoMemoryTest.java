package io.strata.l2.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.StoreOptions;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.testing.TestStore;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Memory that is not given. */
class NoMemoryTest {
  private static final int LENGTH = 64_000;

  @Test
  void aStoreThatCannotGrowStaysAsItIs() throws Exception {
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withMemory(new OnlyOnce()))) {
      provesThatItCannotGrowTo(8 * TestStore.SMALL, test);
    }
  }

  /** In a process of its own, which is given so little that the system itself refuses. */
  @Test
  void norDoesItWhenItIsTheProcessThatMayHaveNoMore() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx64m",
                "-XX:MaxDirectMemorySize=128m",
                "-cp",
                System.getProperty("java.class.path"),
                LittleDirectMemory.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("cannot grow").contains("direct buffer memory");
  }

  /** What that process runs. */
  static final class LittleDirectMemory {
    private LittleDirectMemory() {}

    public static void main(String[] arguments) throws Exception {
      try (TestStore test = TestStore.small()) {
        System.out.println(provesThatItCannotGrowTo(8 * TestStore.SMALL, test));
        // What was taken before the refusal was given back.
        test.store().controls().resize(3 * TestStore.SMALL);
        for (int i = 0; i < 1_300; i++) {
          test.put("more", i, LENGTH);
        }
        assertThat(test.store().statistics().evictedForRoom()).isZero();
      }
    }
  }

  private static String provesThatItCannotGrowTo(long bytes, TestStore test) {
    for (int i = 0; i < 100; i++) {
      test.put("file", i, LENGTH);
    }
    long bucketBytes = test.store().statistics().bucketBytes();
    String[] said = new String[1];
    assertThatThrownBy(() -> test.store().controls().resize(bytes))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("A cache of " + TestStore.SMALL + " bytes cannot grow to " + bytes)
        .satisfies(error -> said[0] = error.getMessage());
    test.awaitQuiet();
    assertThat(test.store().statistics().configuredBytes()).isEqualTo(TestStore.SMALL);
    assertThat(test.store().statistics().bucketBytes()).isEqualTo(bucketBytes);
    for (int i = 0; i < 100; i++) {
      assertThat(test.read("file", i)).as("block %d", i).isTrue();
    }
    return said[0];
  }

  /** Gives the memory that a store begins with, and no more. */
  private static final class OnlyOnce implements BucketMemory {
    private boolean given;

    @Override
    public boolean isResizable() {
      return true;
    }

    @Override
    public ByteBuffer[] allocate(int buckets) {
      if (given) {
        throw new OutOfMemoryError("no memory, on purpose");
      }
      given = true;
      return BucketMemory.direct().allocate(buckets);
    }
  }

  @Test
  void aStoreThatCannotBeMadeLeavesNothing() {
    assertThatThrownBy(
            () ->
                new TestStore(
                    StoreOptions.ofBytes(TestStore.SMALL)
                        .withMemory(
                            buckets -> {
                              throw new OutOfMemoryError("no memory, on purpose");
                            })))
        .isInstanceOf(OutOfMemoryError.class);
  }
}
