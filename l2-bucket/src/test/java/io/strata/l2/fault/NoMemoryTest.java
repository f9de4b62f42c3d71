package io.strata.l2.fault;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.l2.StoreOptions;
import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.layout.CapacityPlan;
import io.strata.l2.memory.BucketMemory;
import io.strata.l2.testing.TestStore;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Failed allocations of memory. */
class NoMemoryTest {
  private static final int LENGTH = 64_000;

  /** Heads of chains that take more than the direct memory of the child process. */
  private static final int HEADS = 1 << 25;

  @Test
  void storeThatCannotGrowStaysUnchanged() throws Exception {
    try (TestStore test =
        new TestStore(StoreOptions.ofBytes(TestStore.SMALL).withMemory(new OnlyOnce()))) {
      checkCannotGrow(8 * TestStore.SMALL, test);
    }
  }

  /** In a child process with so little direct memory that the JVM itself fails the allocation. */
  @Test
  void storeStaysUnchangedAtTheLimitOfDirectMemory() throws Exception {
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
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("cannot grow").contains("direct buffer memory");
  }

  /** The main class of the child process. */
  static final class LittleDirectMemory {
    private LittleDirectMemory() {}

    public static void main(String[] arguments) throws Exception {
      try (TestStore test = TestStore.small()) {
        System.out.println(checkCannotGrow(8 * TestStore.SMALL, test));
        // Memory allocated before the failure was returned.
        test.store().controls().resize(3 * TestStore.SMALL);
        for (int i = 0; i < 1_300; i++) {
          test.put("more", i, LENGTH);
        }
        assertThat(test.store().statistics().evictedForRoom()).isZero();
      }
      CapacityPlan plan = CapacityPlan.of(TestStore.SMALL);
      CapacityPlan manyHeads =
          new CapacityPlan(
              plan.totalBytes(),
              plan.buckets(),
              HEADS,
              plan.ghosts(),
              plan.inFlightBytes(),
              plan.initialBytes());
      assertThatThrownBy(() -> new TestStore(StoreOptions.of(manyHeads)))
          .isInstanceOf(OutOfMemoryError.class)
          .hasMessageContaining("direct buffer memory");
    }
  }

  private static String checkCannotGrow(long bytes, TestStore test) {
    for (int i = 0; i < 100; i++) {
      test.put("file", i, LENGTH);
    }
    long bucketBytes = test.store().statistics().bucketBytes();
    String[] output = new String[1];
    assertThatThrownBy(() -> test.store().controls().resize(bytes))
        .isInstanceOf(OutOfMemoryError.class)
        .hasMessageContaining("A cache of " + TestStore.SMALL + " bytes cannot grow to " + bytes)
        .satisfies(error -> output[0] = error.getMessage());
    test.awaitQuiet();
    assertThat(test.store().statistics().configuredBytes()).isEqualTo(TestStore.SMALL);
    assertThat(test.store().statistics().bucketBytes()).isEqualTo(bucketBytes);
    for (int i = 0; i < 100; i++) {
      assertThat(test.read("file", i)).as("block %d", i).isTrue();
    }
    return output[0];
  }

  /** Provides the memory that a store begins with, and no more. */
  private static final class OnlyOnce implements BucketMemory {
    private boolean given;

    @Override
    public boolean isResizable() {
      return true;
    }

    @Override
    public BucketBuffer[] allocate(int buckets) {
      if (given) {
        throw new OutOfMemoryError("no memory, on purpose");
      }
      given = true;
      return BucketMemory.direct().allocate(buckets);
    }
  }

  @Test
  void failedConstructorLeavesNothing() {
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
