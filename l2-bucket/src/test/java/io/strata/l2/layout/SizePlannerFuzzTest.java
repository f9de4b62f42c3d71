package io.strata.l2.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;

/** For any sizes, the planner finds the same optimum as trying every choice of classes. */
@Tag("fuzz")
class SizePlannerFuzzTest {
  /** More sizes have too many choices to try. */
  private static final int MAX_SIZES = 7;

  @FuzzTest
  void noChoiceOfClassesCostsLess(FuzzedDataProvider data) {
    int buckets = data.consumeInt(1, Handle.MAX_BUCKETS);
    Set<Integer> present = new HashSet<>();
    int[] counts = new int[SizePlanner.STEPS];
    TreeSet<Integer> candidates = new TreeSet<>();
    for (int sizes = data.consumeInt(1, MAX_SIZES); sizes > 0; sizes--) {
      int step = data.consumeInt(1, SizePlanner.STEPS - 1);
      counts[step] = data.consumeInt(1, Integer.MAX_VALUE);
      int slot = SizeClasses.learntSlot(step * SizePlanner.STEP_BYTES);
      candidates.add(slot);
      if (data.consumeBoolean()) {
        present.add(slot);
      }
    }

    List<Integer> planned = SizePlanner.plan(counts, buckets, present);

    assertThat(planned).isSorted().doesNotHaveDuplicates().isSubsetOf(candidates);
    assertThat(planned).last().isEqualTo(candidates.last());
    double cost = cost(planned, counts, buckets, present);
    double min = minCost(new ArrayList<>(candidates), counts, buckets, present);
    assertThat(cost).isFinite().isCloseTo(min, within(min * 1e-9));
  }

  private static double minCost(
      List<Integer> candidates, int[] counts, int buckets, Set<Integer> present) {
    int last = candidates.size() - 1;
    double min = Double.POSITIVE_INFINITY;
    for (int choice = 0; choice < 1 << last; choice++) {
      List<Integer> sizes = new ArrayList<>();
      for (int i = 0; i < last; i++) {
        if ((choice >> i & 1) != 0) {
          sizes.add(candidates.get(i));
        }
      }
      sizes.add(candidates.get(last));
      min = Math.min(min, cost(sizes, counts, buckets, present));
    }
    return min;
  }

  /** Returns the buckets that the blocks take with these classes, and the cost of new classes. */
  private static double cost(List<Integer> sizes, int[] counts, int buckets, Set<Integer> present) {
    SizeClasses classes = SizeClasses.of(sizes.stream().mapToInt(Integer::intValue).toArray());
    long begun = sizes.stream().filter(size -> !present.contains(size)).count();
    return SizePlanner.buckets(classes, counts, buckets) + begun * SizePlanner.NEW_CLASS;
  }
}
