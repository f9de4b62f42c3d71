package io.strata.l2.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.write.Rejection;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * A thousand sequences of random operations, compared with a plain map. A failing sequence is
 * shrunk to a shortest one that fails.
 *
 * <p>{@code -Dstrata.model.seeds=100000} runs more sequences, {@code -Dstrata.model.operations=500}
 * longer ones, {@code -Dstrata.model.seed=7} starts with a given seed.
 */
@Tag("model")
class BlockStoreModelTest {
  private static final int SEEDS = Integer.getInteger("strata.model.seeds", 1_000);
  private static final int OPERATIONS = Integer.getInteger("strata.model.operations", 60);
  private static final int SEEDS_FOR_COVERAGE = 500;

  /** One of this many stores packs blocks, which takes longer than all other operations. */
  private static final int PACKING_INTERVAL = 10;

  private static final long FIRST = Long.getLong("strata.model.seed", 1);

  private final List<Trial.End> done = new ArrayList<>();

  @Test
  void behavesLikeAMapExceptForReportedEvictions() {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Sequence sequence = new Sequence(seed, OPERATIONS, seed % PACKING_INTERVAL == 0);
      Throwable failure = run(sequence, sequence.operations());
      if (failure != null) {
        throw new AssertionError(shortest(seed, sequence, failure), failure);
      }
    }
    if (SEEDS >= SEEDS_FOR_COVERAGE) {
      checkCoverage();
    }
  }

  /** The sequences must cover all kinds of events. */
  private void checkCoverage() {
    assertThat(done).as("evicted to free a slot").anyMatch(end -> end.store().evictedForRoom() > 0);
    assertThat(done).as("evicted by request").anyMatch(end -> end.store().evictedByRequest() > 0);
    assertThat(done).as("moved").anyMatch(end -> end.store().moved() > 0);
    assertThat(done)
        .as("handed over")
        .anyMatch(end -> end.store().copiedByCaller() < end.store().written());
    long packing = done.stream().filter(end -> end.packing().packed() > 0).count();
    assertThat(packing)
        .as("stores that packed blocks")
        // Many stores hold few blocks, or none that is read again.
        .isGreaterThan(done.size() / PACKING_INTERVAL / 10);
    assertThat(done).as("unpacked").anyMatch(end -> end.packing().unpacked() > 0);
    assertThat(done).as("promoted").anyMatch(end -> end.packing().promoted() > 0);
    assertThat(done).as("incompressible").anyMatch(end -> end.packing().incompressible() > 0);
    // A trial has too few files for TOO_MANY_FILES, which ManyFilesTest covers.
    for (Rejection reason : EnumSet.complementOf(EnumSet.of(Rejection.TOO_MANY_FILES))) {
      if (reason != Rejection.CLOSED) {
        assertThat(done)
            .as("rejected: %s", reason)
            .anyMatch(end -> end.store().rejected(reason) > 0);
      }
    }
  }

  private @Nullable Throwable run(Sequence sequence, List<Operation> operations) {
    Trial trial = new Trial(sequence, done);
    try {
      for (Operation operation : operations) {
        operation.run(trial);
      }
      trial.close();
      return null;
    } catch (Exception | AssertionError e) {
      trial.abandon();
      return e;
    }
  }

  private String shortest(long seed, Sequence sequence, Throwable first) {
    List<Operation> shortest =
        Shrinker.shrink(sequence.operations(), rest -> run(sequence, rest) != null);
    StringBuilder message = new StringBuilder();
    message.append("Seed %d fails: %s%n".formatted(seed, first));
    message.append("The shortest part that fails:%n".formatted());
    message.append("  // %s%n".formatted(sequence));
    shortest.forEach(operation -> message.append("  %s;%n".formatted(operation)));
    Throwable failure = run(sequence, shortest);
    message.append(
        failure == null ? "  // not every time%n".formatted() : "  // %s%n".formatted(failure));
    message.append("Again: ./mvnw -B verify -pl l2-bucket -Dtest=BlockStoreModelTest");
    message.append(" -Dstrata.model.seeds=1 -Dstrata.model.seed=%d".formatted(seed));
    message.append(" -Dstrata.model.operations=%d%n".formatted(OPERATIONS));
    return message.toString();
  }
}
