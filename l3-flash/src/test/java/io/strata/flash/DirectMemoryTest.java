package io.strata.flash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.flash.index.FlashIndex;
import io.strata.flash.memory.DirectMemory;
import io.strata.flash.probe.ReopenProbe;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.testing.Fork;
import io.strata.flash.testing.TestBlock;
import io.strata.flash.testing.TestStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The direct memory of a store in a process that disables explicit garbage collection. */
class DirectMemoryTest {
  /** Buffers of a thread, through which the JDK writes from the heap. */
  private static final long OTHERS = 64 << 10;

  private static final int ROUNDS = 10;
  private static final int THREADS = 3;

  @TempDir private Path folder = Path.of("");

  private List<Long> bytesAfterEachClose(String... arguments) throws Exception {
    // Each block in use takes a read buffer; a second index and second rings do not fit.
    long limit = ReopenProbe.options(folder).directBytes() * 5 / 4;
    List<String> jvm = new ArrayList<>(List.of(arguments));
    jvm.add("-XX:+DisableExplicitGC");
    jvm.add("-XX:MaxDirectMemorySize=" + limit);
    List<Long> all = new ArrayList<>();
    try (Fork process = Fork.with(jvm, ReopenProbe.class, folder)) {
      for (String line = process.line(); line != null; line = process.line()) {
        all.add(Long.parseLong(line.replace("has ", "")));
      }
      assertThat(process.waitFor()).as("the process's end").isZero();
    }
    return all;
  }

  @Test
  void closeFreesAllMemory() throws Exception {
    assumeTrue(
        DirectMemory.isFreedAtOnce(),
        "this JDK frees direct memory at once only with the export of HBase's scripts");
    assertThat(bytesAfterEachClose())
        .hasSize(ReopenProbe.ROUNDS)
        .allSatisfy(bytes -> assertThat(bytes).isLessThan(OTHERS));
  }

  /** With the export of HBase's start scripts. */
  @Test
  void closeFreesMemoryThroughExportedUnsafe() throws Exception {
    assertThat(bytesAfterEachClose("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED"))
        .hasSize(ReopenProbe.ROUNDS)
        .allSatisfy(bytes -> assertThat(bytes).isLessThan(OTHERS));
  }

  /** The index has no memory any more. */
  @Test
  void closedStoreFindsNothing() throws Exception {
    TestStore test = new TestStore(ReopenProbe.options(folder));
    test.awaitRestored();
    test.put("file", 1, 1_000);
    FlashStore store = test.store();
    test.close();
    assertThat(store.get("file", 1)).isNull();
    assertThat(store.contains("file", 1)).isFalse();
    assertThat(store.bytesInFile("file", 1)).isEqualTo(FlashIndex.ABSENT);
    assertThat(store.evict("file", 1)).isFalse();
    assertThat(store.evictRange("file", 0, 2)).isZero();
    assertThat(store.insert("file", 2, new TestBlock("file", 2, 1_000)))
        .isEqualTo(Rejection.CLOSED);
    assertThat(store.statistics().blocks()).isZero();
    store.close();
    assertThat(store.audit()).isEmpty();
  }

  /** Concurrent calls find the block or nothing. */
  @Test
  void storeCanBeClosedDuringReadsAndWrites() throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      TestStore test = new TestStore(ReopenProbe.options(folder));
      test.awaitRestored();
      FlashStore store = test.store();
      AtomicBoolean closed = new AtomicBoolean();
      CountDownLatch begun = new CountDownLatch(THREADS);
      List<CompletableFuture<Void>> users = new ArrayList<>();
      for (int thread = 0; thread < THREADS; thread++) {
        String file = "file " + round + "-" + thread;
        users.add(
            CompletableFuture.runAsync(
                () -> use(store, file, begun, closed), DirectMemoryTest::startThread));
      }
      begun.await();
      store.close();
      closed.set(true);
      for (CompletableFuture<Void> each : users) {
        each.get();
      }
      assertThat(store.audit()).isEmpty();
      assertThat(store.blocksInUse()).isZero();
    }
  }

  /** From JDK 25 on, the common pool of two processors has one thread, but all must run at once. */
  private static void startThread(Runnable user) {
    new Thread(user, "user").start();
  }

  private static void use(
      FlashStore store, String file, CountDownLatch begun, AtomicBoolean closed) {
    for (int i = 0; !closed.get(); i++) {
      store.insert(file, i, new TestBlock(file, i, 20_000));
      for (int back = 0; back < 4 && back <= i; back++) {
        FlashBlock block = store.get(file, i - back * 7L);
        if (block != null) {
          TestBlock.verify(file, i - back * 7L, block);
        }
      }
      store.evict(file, i - 50L);
      if (i == 100) {
        begun.countDown();
      }
    }
  }
}
