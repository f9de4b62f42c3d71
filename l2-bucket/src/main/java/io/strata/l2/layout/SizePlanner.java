package io.strata.l2.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Chooses the size classes that waste least on blocks of given sizes. Pure arithmetic.
 *
 * <p>A slot costs a bucket divided by the number of such slots that fit, so sizes of which equally
 * many fit are one candidate, of which there are some hundreds. Among these, choosing the {@code k}
 * classes of least cost is one-dimensional clustering, solved exactly by dynamic programming over
 * the candidates in ascending order (Bellman 1973, "A note on cluster analysis and dynamic
 * programming"; the same as choosing the slab sizes of memcached).
 */
public final class SizePlanner {
  /** Bytes that one step of a histogram of sizes stands for. */
  public static final int STEP_BYTES = BucketLayout.ALIGNMENT;

  /** How many steps a histogram of sizes has; step {@code i} is for sizes up to {@code i} steps. */
  public static final int STEPS = SizeClasses.LARGEST_LEARNT / STEP_BYTES + 1;

  /** What each class has of free slots on average, in buckets; and it has at least one bucket. */
  private static final double UNUSED_BUCKETS = 0.05;

  /** What a class that has no bucket yet must save, in buckets: filling it costs blocks. */
  static final double NEW_CLASS = 0.15;

  /** More classes would be chosen, and walked through, more slowly than they are worth. */
  private static final int MAX_CLASSES = 96;

  /**
   * A candidate: the slot that the sizes of a group need, what one of them costs and what it costs
   * to begin with them, how many blocks came, and their bytes.
   */
  private record Group(int slotBytes, double cost, double change, long count, long bytes) {}

  private SizePlanner() {}

  /** The step of a histogram that counts blocks of so many bytes. */
  public static int step(int bytes) {
    return (bytes + STEP_BYTES - 1) / STEP_BYTES;
  }

  /**
   * How many buckets the blocks of a histogram would take, if there were so many that they just fit
   * without waste.
   *
   * @param counts how many blocks of each step there were
   * @param buckets how many buckets they would fill
   */
  public static double buckets(SizeClasses classes, int[] counts, int buckets) {
    double[] bytes = new double[classes.count()];
    double used = 0;
    for (int step = 1; step < counts.length; step++) {
      if (counts[step] > 0) {
        int sizeClass = classes.classFor(step * STEP_BYTES);
        bytes[sizeClass] += counts[step] * cost(classes.slotBytes(sizeClass));
        used += (double) counts[step] * step * STEP_BYTES;
      }
    }
    double bucketsForEachByte = buckets / used;
    return Arrays.stream(bytes)
        .filter(each -> each > 0)
        .map(each -> bucketsOf(each * bucketsForEachByte))
        .sum();
  }

  private static double bucketsOf(double demand) {
    return Math.max(1, demand) + UNUSED_BUCKETS;
  }

  /**
   * The classes that waste the least.
   *
   * @param counts how many blocks of each step there were
   * @param buckets how many buckets they share
   * @param present sizes of slots that buckets are formatted into already: to keep these costs nothing
   * @return bytes of slots, ascending; empty when nothing was counted
   */
  public static List<Integer> plan(int[] counts, int buckets, Set<Integer> present) {
    List<Group> groups = groups(counts, present);
    int n = groups.size();
    if (n == 0) {
      return List.of();
    }
    double bucketsForEachByte = buckets / groups.stream().mapToDouble(Group::bytes).sum();
    int deepest = Math.min(MAX_CLASSES, n);
    int[][] from = new int[deepest + 1][n + 1];
    double[] least = new double[n + 1];
    Arrays.fill(least, Double.POSITIVE_INFINITY);
    least[0] = 0;
    int best = 1;
    double leastOfAll = Double.POSITIVE_INFINITY;
    for (int classes = 1; classes <= deepest; classes++) {
      least = withOneMore(groups, least, from[classes], bucketsForEachByte);
      if (least[n] < leastOfAll) {
        leastOfAll = least[n];
        best = classes;
      }
    }
    return trace(groups, from, best);
  }

  private static List<Group> groups(int[] counts, Set<Integer> present) {
    List<Group> groups = new ArrayList<>();
    for (int step = 1; step < counts.length; step++) {
      if (counts[step] > 0) {
        int slot = SizeClasses.learntSlot(step * STEP_BYTES);
        long count = counts[step];
        long bytes = count * step * STEP_BYTES;
        Group last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
        if (last != null && last.slotBytes == slot) {
          groups.remove(groups.size() - 1);
          count += last.count;
          bytes += last.bytes;
        }
        groups.add(
            new Group(slot, cost(slot), present.contains(slot) ? 0 : NEW_CLASS, count, bytes));
      }
    }
    return groups;
  }

  /**
   * From the least buckets that the first groups take with some classes, to those with one class
   * more.
   */
  private static double[] withOneMore(
      List<Group> groups, double[] least, int[] from, double bucketsForEachByte) {
    double[] next = new double[least.length];
    next[0] = Double.POSITIVE_INFINITY;
    for (int end = 1; end < least.length; end++) {
      next[end] = Double.POSITIVE_INFINITY;
      double cost = groups.get(end - 1).cost * bucketsForEachByte;
      double change = groups.get(end - 1).change;
      long inClass = 0;
      for (int start = end - 1; start >= 0; start--) {
        inClass += groups.get(start).count;
        double total = least[start] + bucketsOf(inClass * cost) + change;
        if (total < next[end]) {
          next[end] = total;
          from[end] = start;
        }
      }
    }
    return next;
  }

  private static List<Integer> trace(List<Group> groups, int[][] from, int classes) {
    List<Integer> sizes = new ArrayList<>();
    int end = groups.size();
    for (int k = classes; k > 0; k--) {
      sizes.add(0, groups.get(end - 1).slotBytes);
      end = from[k][end];
    }
    return sizes;
  }

  private static double cost(int slotBytes) {
    return (double) BucketLayout.BUCKET_BYTES / BucketLayout.usualSlots(slotBytes);
  }
}
