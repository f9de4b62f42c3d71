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
 * Random operations against a plain map, thousands of sequences; a sequence that fails is shrunk to
 * the shortest that does.
 *
 * <p>{@code -Dstrata.model.seeds=100000} runs more of them, {@code -Dstrata.model.operations=500}
 * longer ones, {@code -Dstrata.model.seed=7} begins with a certain one.
 */
@Tag("model")
class BlockStoreModelTest {
  private static final int SEEDS = Integer.getInteger("strata.model.seeds", 2_000);
  private static final int OPERATIONS = Integer.getInteger("strata.model.operations", 60);
  private static final int ENOUGH_FOR_EVERYTHING = 500;

  /** Of so many stores one packs blocks: that takes longer than all else that they do. */
  private static final int SEEDS_FOR_A_PACKING = 10;

  private static final long FIRST = Long.getLong("strata.model.seed", 1);

  private final List<Trial.End> done = new ArrayList<>();

  @Test
  void behavesLikeAMapThatForgetsWhatItSaysItForgot() {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Sequence sequence = new Sequence(seed, OPERATIONS, seed % SEEDS_FOR_A_PACKING == 0);
      Throwable failure = run(sequence, sequence.operations());
      if (failure != null) {
        throw new AssertionError(shortest(seed, sequence, failure), failure);
      }
    }
    if (SEEDS >= ENOUGH_FOR_EVERYTHING) {
      everythingHappened();
    }
  }

  /** A model proves nothing of what its sequences never do. */
  private void everythingHappened() {
    assertThat(done).as("evicted for room").anyMatch(end -> end.store().evictedForRoom() > 0);
    assertThat(done).as("evicted by request").anyMatch(end -> end.store().evictedByRequest() > 0);
    assertThat(done).as("moved").anyMatch(end -> end.store().moved() > 0);
    assertThat(done)
        .as("handed over")
        .anyMatch(end -> end.store().copiedByCaller() < end.store().written());
    long packing = done.stream().filter(end -> end.packing().packed() > 0).count();
    assertThat(packing)
        .as("stores that packed blocks")
        // Many store few blocks, or none that is read again.
        .isGreaterThan(done.size() / SEEDS_FOR_A_PACKING / 10);
    assertThat(done).as("unpacked").anyMatch(end -> end.packing().unpacked() > 0);
    assertThat(done).as("promoted").anyMatch(end -> end.packing().promoted() > 0);
    assertThat(done).as("incompressible").anyMatch(end -> end.packing().incompressible() > 0);
    // A trial has too few files for TOO_MANY_FILES: ManyFilesTest has enough.
    for (Rejection reason : EnumSet.complementOf(EnumSet.of(Rejection.TOO_MANY_FILES))) {
      if (reason != Rejection.CLOSED) {
        assertThat(done).as("refused: %s", reason).anyMatch(end -> end.store().rejected(reason) > 0);
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
    StringBuilder said = new StringBuilder();
    said.append("Seed %d fails: %s%n".formatted(seed, first));
    said.append("The shortest part of it that does:%n".formatted());
    said.append("  // %s%n".formatted(sequence));
    shortest.forEach(operation -> said.append("  %s;%n".formatted(operation)));
    Throwable failure = run(sequence, shortest);
    said.append(
        failure == null ? "  // not each time%n".formatted() : "  // %s%n".formatted(failure));
    said.append("Again: ./mvnw -B verify -pl l2-bucket -Dtest=BlockStoreModelTest");
    said.append(" -Dstrata.model.seeds=1 -Dstrata.model.seed=%d".formatted(seed));
    said.append(" -Dstrata.model.operations=%d%n".formatted(OPERATIONS));
    return said.toString();
  }
}
