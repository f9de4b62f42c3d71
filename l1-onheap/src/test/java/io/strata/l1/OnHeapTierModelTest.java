package io.strata.l1;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Thousands of sequences of random operations, compared with a plain map of the same bound. The
 * tier may evict entries and reports their number. It evicts nothing while everything fits, and no
 * in-memory entry while there is an ordinary one.
 *
 * <p>{@code -Dstrata.model.seeds=100000} runs more sequences, {@code -Dstrata.model.seed=7} starts
 * with a given seed. The shortest failing prefix of a sequence is printed.
 */
@Tag("model")
class OnHeapTierModelTest {
  private static final int SEEDS = Integer.getInteger("strata.model.seeds", 1_000);
  private static final long FIRST = Long.getLong("strata.model.seed", 1);
  private static final int OPERATIONS = 150;

  private record Put(int weight, boolean inMemory, String value) {}

  @Test
  void behavesLikeAMapExceptForReportedEvictions() {
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      Throwable failure = failureOf(seed, OPERATIONS, new ArrayList<>());
      if (failure != null) {
        throw new AssertionError(shortest(seed), failure);
      }
    }
  }

  /** A seed determines the operations one after the other, so a shorter run is a prefix. */
  private static String shortest(long seed) {
    int operations = 1;
    List<String> lines = new ArrayList<>();
    while (operations < OPERATIONS && failureOf(seed, operations, lines) == null) {
      operations++;
      lines.clear();
    }
    return "Seed %d fails after%n  %s%nAgain: ./mvnw -B verify -pl l1-onheap"
            .formatted(seed, String.join(System.lineSeparator() + "  ", lines))
        + " -Dtest=OnHeapTierModelTest -Dstrata.model.seeds=1 -Dstrata.model.seed="
        + seed;
  }

  private static @Nullable Throwable failureOf(long seed, int operations, List<String> lines) {
    try {
      new Trial(new SplittableRandom(seed), lines).run(operations);
      return null;
    } catch (RuntimeException | AssertionError e) {
      return e;
    }
  }

  /** A tier and the map it is compared with. */
  private static final class Trial {
    private final SplittableRandom random;
    private final List<String> lines;
    private final CountingListener listener = new CountingListener();
    private final Map<Key, Put> model = new HashMap<>();
    private final OnHeapTier<Key, String> tier;
    private long evicted;
    private long replaced;
    private boolean changedRegion;

    Trial(SplittableRandom random, List<String> lines) {
      this.random = random;
      this.lines = lines;
      long maximum = random.nextInt(1, 3_000);
      this.tier = new OnHeapTier<>(maximum, Key::file, listener);
      lines.add("tier = new OnHeapTier<>(" + maximum + ", Key::file, listener);");
    }

    void run(int operations) {
      for (int i = 0; i < operations; i++) {
        replaced = 0;
        changedRegion = false;
        operate(new Key("f" + random.nextInt(3), random.nextInt(12)));
        compare();
      }
      Invariants.check(tier, listener);
      tier.close();
      assertThat(tier.weight()).isZero();
      assertThat(listener.left()).isEqualTo(listener.added.sum());
    }

    private void operate(Key key) {
      switch (random.nextInt(20)) {
        case 0 -> removeGroup(key);
        case 1, 2 -> remove(key);
        case 3 -> resize();
        case 4 -> removeSome(key);
        case 5, 6, 7, 8, 9, 10 -> get(key);
        default -> put(key);
      }
    }

    private void put(Key key) {
      Put put =
          new Put(
              random.nextInt(1, random.nextInt(6) == 0 ? 2_000 : 300),
              random.nextInt(3) == 0,
              key + "#" + lines.size());
      lines.add("put(%s, %d, %s);".formatted(key, put.weight, put.inMemory));
      boolean fits = put.weight <= tier.maximumWeight();
      assertThat(tier.put(key, put.value, put.weight, put.inMemory)).isEqualTo(fits);
      if (fits) {
        Put old = model.put(key, put);
        // With another flag, it is briefly in both regions, and both count.
        replaced = old == null ? 0 : old.weight;
        changedRegion = old != null && old.inMemory != put.inMemory;
      }
    }

    private void get(Key key) {
      lines.add("get(" + key + ");");
      Put put = model.get(key);
      assertThat(tier.get(key)).isEqualTo(put == null ? null : put.value);
    }

    private void remove(Key key) {
      lines.add("remove(" + key + ");");
      assertThat(tier.remove(key)).isEqualTo(model.remove(key) != null);
    }

    private void removeGroup(Key key) {
      lines.add("removeGroup(" + key.file() + ");");
      long present = model.keySet().stream().filter(each -> each.file().equals(key.file())).count();
      assertThat(tier.removeGroup(key.file())).isEqualTo((int) present);
      model.keySet().removeIf(each -> each.file().equals(key.file()));
    }

    private void removeSome(Key key) {
      lines.add("removeGroupIf(%s, offset > %d);".formatted(key.file(), key.offset()));
      int before = model.size();
      model
          .keySet()
          .removeIf(each -> each.file().equals(key.file()) && each.offset() > key.offset());
      assertThat(tier.removeGroupIf(key.file(), each -> each.offset() > key.offset()))
          .isEqualTo(before - model.size());
    }

    private void resize() {
      long maximum = random.nextInt(3_000);
      lines.add("setMaximumWeight(" + maximum + ");");
      tier.setMaximumWeight(maximum);
      assertThat(tier.maximumWeight()).isEqualTo(maximum);
    }

    /** Removes from the map what the tier evicted, and compares the rest. */
    private void compare() {
      tier.cleanUp();
      long wanted = replaced + model.values().stream().mapToLong(Put::weight).sum();
      long wantedInMemory =
          replaced + model.values().stream().filter(Put::inMemory).mapToLong(Put::weight).sum();
      int before = model.size();
      boolean inMemoryEvicted = false;
      for (Key key : List.copyOf(model.keySet())) {
        TierEntry<Key, String> entry = tier.peek(key);
        Put put = model.get(key);
        if (entry == null) {
          inMemoryEvicted |= put.inMemory;
          model.remove(key);
        } else {
          assertThat(entry.value()).isEqualTo(put.value);
          assertThat(entry.weight()).isEqualTo(put.weight);
          assertThat(entry.inMemory()).isEqualTo(put.inMemory);
        }
      }
      int newlyEvicted = before - model.size();
      // The entry that a put replaces in the other region may have been evicted before.
      boolean replacedEvicted =
          changedRegion && listener.evicted.sum() == evicted + newlyEvicted + 1;
      evicted += replacedEvicted ? newlyEvicted + 1 : newlyEvicted;
      assertThat(listener.evicted.sum()).as("evicted").isEqualTo(evicted);
      assertThat(newlyEvicted == 0 || wanted > tier.maximumWeight())
          .as("evicted only when full")
          .isTrue();
      if (inMemoryEvicted && wantedInMemory <= tier.maximumWeight()) {
        assertThat(model.values()).as("kept, but not in-memory").allMatch(Put::inMemory);
      }
      long weight = model.values().stream().mapToLong(Put::weight).sum();
      assertThat(tier.weight()).isEqualTo(weight).isLessThanOrEqualTo(tier.maximumWeight());
      assertThat(tier.entryCount()).isEqualTo(model.size());
    }
  }
}
