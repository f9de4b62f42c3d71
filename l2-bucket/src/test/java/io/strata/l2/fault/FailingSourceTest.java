package io.strata.l2.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.StoreOptions;
import io.strata.l2.StoreStatistics;
import io.strata.l2.testing.Gate;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.ProvingBlock.Call;
import io.strata.l2.testing.TestStore;
import io.strata.l2.write.InFlightBlock;
import io.strata.l2.write.Rejection;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A source that throws in any call, on any thread: only its block is rejected. */
class FailingSourceTest {
  private static final int SMALL = 3_000;
  private static final int LARGE = 200_000;
  private static final int IN_PARTS = 5_000_000;

  /** More failures than there are slots. */
  private static final int FAILURES = 40;

  private static StoreOptions options() {
    return StoreOptions.ofBytes(TestStore.SMALL).withWriters(1, 8);
  }

  private static Consumer<Call> failAt(Call wanted, boolean error) {
    return call -> {
      if (call == wanted && error) {
        throw new OutOfMemoryError("on purpose, at " + call);
      }
      if (call == wanted) {
        throw new IllegalStateException("on purpose, at " + call);
      }
    };
  }

  static Stream<Arguments> everyCall() {
    return Stream.of(Call.values())
        .filter(call -> call != Call.RELEASE)
        .flatMap(
            call ->
                Stream.of(SMALL, LARGE, IN_PARTS)
                    .flatMap(
                        length ->
                            Stream.of(true, false)
                                .map(error -> Arguments.of(call, length, error))));
  }

  @ParameterizedTest
  @MethodSource("everyCall")
  void failureInAnyCallFreesTheSlots(Call call, int length, boolean error) throws Exception {
    try (TestStore test = new TestStore(options())) {
      test.put("file", 0, length);
      for (int i = 0; i < FAILURES; i++) {
        test.insert(new ProvingBlock("file", 1, length).on(failAt(call, error)));
        test.awaitQuiet();
      }
      StoreStatistics end = test.store().statistics();
      assertThat(end.rejected(Rejection.WRITE_FAILED)).isEqualTo(FAILURES);
      assertThat(end.evictedForRoom()).isZero();
      assertThat(end.blocks()).isEqualTo(1);
      assertThat(test.errors()).hasSize(FAILURES);
      assertThat(test.read("file", 0)).isTrue();
      assertThat(test.read("file", 1)).isFalse();
      test.put("file", 1, length);
      assertThat(test.read("file", 1)).isTrue();
    }
  }

  @Test
  void failureInAnyPartFreesAllParts() throws Exception {
    try (TestStore test = new TestStore(options())) {
      int[] parts = new int[1];
      for (int failing = 1; failing < 15; failing++) {
        int at = failing;
        parts[0] = 0;
        ProvingBlock block =
            new ProvingBlock("file", 1, IN_PARTS)
                .on(
                    call -> {
                      if (call == Call.WRITE && ++parts[0] == at) {
                        throw new IllegalStateException("on purpose, in part " + at);
                      }
                    });
        test.insert(block);
        test.awaitQuiet();
        assertThat(block.isReleased()).isTrue();
      }
      assertThat(test.errors()).hasSize(14);
      assertThat(test.store().statistics().rejected(Rejection.WRITE_FAILED)).isEqualTo(14);
      assertThat(test.store().audit()).isEmpty();
    }
  }

  @Test
  void failureInReleaseKeepsTheBlock() throws Exception {
    try (TestStore test = new TestStore(options())) {
      for (int length : new int[] {SMALL, LARGE, IN_PARTS}) {
        test.insert(new ProvingBlock("file", length, length).on(failAt(Call.RELEASE, true)));
        test.awaitQuiet();
        assertThat(test.read("file", length)).isTrue();
      }
      assertThat(test.errors()).hasSize(3);
    }
  }

  @Test
  void failureAffectsNeitherQueuedBlocksNorReaders() throws Exception {
    try (TestStore test = new TestStore(options())) {
      Gate gate = new Gate();
      ProvingBlock failing =
          new ProvingBlock("file", 0, LARGE).on(gate.andThen(failAt(Call.WRITE, true)));
      test.insert(failing);
      gate.awaitReached();
      InFlightBlock<ProvingBlock> reader = test.store().retainInFlight("file", 0);
      for (int i = 1; i < 4; i++) {
        test.insert("file", i, LARGE);
      }
      gate.open();
      test.awaitQuiet();
      reader.source().prove("file", 0);
      reader.release();
      assertThat(failing.isReleased()).isTrue();
      assertThat(test.read("file", 0)).isFalse();
      for (int i = 1; i < 4; i++) {
        assertThat(test.read("file", i)).as("block %d", i).isTrue();
      }
      assertThat(test.errors()).hasSize(1);
    }
  }

  @Test
  void failingErrorHandlerEndsNoThread() throws Exception {
    List<Throwable> uncaught = new ArrayList<>();
    Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
    Thread.setDefaultUncaughtExceptionHandler((thread, error) -> uncaught.add(error));
    Consumer<Throwable> handler =
        error -> {
          throw new LinkageError("the handler itself");
        };
    try (TestStore test = new TestStore(options().withErrorHandler(handler))) {
      for (int length : new int[] {SMALL, LARGE, IN_PARTS}) {
        test.insert(new ProvingBlock("file", 0, length).on(failAt(Call.WRITE, true)));
        test.awaitQuiet();
        test.put("file", length, length);
        assertThat(test.read("file", length)).isTrue();
      }
      assertThat(test.errors()).hasSize(3);
      assertThat(uncaught).hasSize(3).allMatch(error -> error.getSuppressed().length == 1);
    } finally {
      Thread.setDefaultUncaughtExceptionHandler(before);
    }
  }
}
