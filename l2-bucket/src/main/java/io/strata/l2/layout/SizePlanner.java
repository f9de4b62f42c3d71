package io.strata.l2.layout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Chooses the size classes that waste the least memory for a distribution of block sizes, in steps
 * of a fraction of a millisecond: the first ones read the histogram, and each of the others finds
 * the best plan with one class more. Confined to one thread.
 *
 * <p>A slot costs a bucket divided by the number of such slots that fit, so sizes of which equally
 * many fit are one candidate; there are some hundreds of candidates. Choosing the {@code k} classes
 * of minimum cost among them is one-dimensional clustering, solved exactly by dynamic programming
 * over the candidates in ascending order (Bellman 1973, "A note on cluster analysis and dynamic
 * programming"; the same problem as choosing the slab sizes of memcached).
 */
public final class SizePlanner {
  /** The width of a bin of the size histogram, in bytes. */
  public static final int STEP_BYTES = BucketLayout.ALIGNMENT;

  /** The number of bins; bin {@code i} counts blocks of up to {@code i * STEP_BYTES} bytes. */
  public static final int STEPS = SizeClasses.LARGEST_LEARNT / STEP_BYTES + 1;

  /** The free slots that a class has on average, in buckets; it also has at least one bucket. */
  private static final double UNUSED_BUCKETS = 0.05;

  /** What a class without buckets must save to be added, in buckets: filling it evicts blocks. */
  static final double NEW_CLASS = 0.15;

  /** The maximum number of classes; more would cost more to plan and search than they save. */
  private static final int MAX_CLASSES = 96;

  /**
   * A candidate.
   *
   * @param slotBytes the slot that the blocks of the group need
   * @param cost of a slot, in bytes
   * @param change the cost of starting with the class, in buckets
   * @param count of blocks
   * @param bytes of these blocks
   */
  private record Group(int slotBytes, double cost, double change, long count, long bytes) {}

  /** Bins of the histogram that are read in a step. */
  private static final int BINS_IN_A_STEP = 256;

  private final int[] counts;
  private final int buckets;
  private final Set<Integer> present;
  private final List<Group> groups = new ArrayList<>();

  /** The next bin to read. */
  private int bin = 1;

  // Set once all bins are read.

  private double bucketsForEachByte;
  private int deepest;

  /** For each number of classes and each number of groups, where the last class begins. */
  private int[][] from = {};

  /** The minimum costs of the first groups with as many classes as were tried. */
  private double[] costs = {};

  private int classes;
  private int best;
  private double minCost = Double.POSITIVE_INFINITY;

  /**
   * Begins to plan.
   *
   * @param counts the histogram
   * @param buckets how many buckets the classes share
   * @param present slot sizes that buckets have already: keeping these costs nothing
   */
  public SizePlanner(int[] counts, int buckets, Set<Integer> present) {
    this.counts = counts;
    this.buckets = buckets;
    this.present = present;
  }

  /** Returns the bin that counts blocks of this length. */
  public static int step(int bytes) {
    return (bytes + STEP_BYTES - 1) / STEP_BYTES;
  }

  /**
   * Returns how many buckets the counted blocks take with these classes, scaled to as many blocks
   * as fill the given buckets without waste.
   *
   * @param counts the histogram
   * @param buckets how many buckets the blocks would fill without waste
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

  /** Returns the classes of a whole plan; see the constructor and {@link #best}. */
  public static List<Integer> plan(int[] counts, int buckets, Set<Integer> present) {
    SizePlanner planner = new SizePlanner(counts, buckets, present);
    while (planner.step()) {
      // All steps are for this thread.
    }
    return planner.best();
  }

  /** Runs a step; returns whether further ones may find better classes. */
  public boolean step() {
    if (bin < counts.length) {
      readSome();
      return true;
    }
    if (classes < deepest) {
      addClass();
    }
    return classes < deepest;
  }

  private void readSome() {
    int end = Math.min(counts.length, bin + BINS_IN_A_STEP);
    for (; bin < end; bin++) {
      if (counts[bin] > 0) {
        addToGroup(bin, counts[bin]);
      }
    }
    if (bin == counts.length) {
      bucketsForEachByte = buckets / groups.stream().mapToDouble(Group::bytes).sum();
      deepest = Math.min(MAX_CLASSES, groups.size());
      from = new int[deepest + 1][groups.size() + 1];
      costs = new double[groups.size() + 1];
      Arrays.fill(costs, Double.POSITIVE_INFINITY);
      costs[0] = 0;
    }
  }

  private void addToGroup(int step, long count) {
    int slot = SizeClasses.learntSlot(step * STEP_BYTES);
    long bytes = count * step * STEP_BYTES;
    Group last = groups.isEmpty() ? null : groups.get(groups.size() - 1);
    if (last != null && last.slotBytes == slot) {
      groups.remove(groups.size() - 1);
      count += last.count;
      bytes += last.bytes;
    }
    groups.add(new Group(slot, cost(slot), present.contains(slot) ? 0 : NEW_CLASS, count, bytes));
  }

  private void addClass() {
    classes++;
    costs = withOneMore(costs, from[classes]);
    if (costs[groups.size()] < minCost) {
      minCost = costs[groups.size()];
      best = classes;
    }
  }

  /**
   * Returns the classes that waste the least, of those tried.
   *
   * @return slot sizes in bytes, ascending; empty when nothing was counted
   */
  public List<Integer> best() {
    List<Integer> sizes = new ArrayList<>();
    int end = groups.size();
    for (int k = best; k > 0; k--) {
      sizes.add(0, groups.get(end - 1).slotBytes);
      end = from[k][end];
    }
    return sizes;
  }

  /** Returns the minimum costs of the first groups with one class more. */
  private double[] withOneMore(double[] before, int[] begins) {
    double[] next = new double[before.length];
    next[0] = Double.POSITIVE_INFINITY;
    for (int end = 1; end < before.length; end++) {
      next[end] = Double.POSITIVE_INFINITY;
      double cost = groups.get(end - 1).cost * bucketsForEachByte;
      double change = groups.get(end - 1).change;
      long inClass = 0;
      for (int start = end - 1; start >= 0; start--) {
        inClass += groups.get(start).count;
        double total = before[start] + bucketsOf(inClass * cost) + change;
        if (total < next[end]) {
          next[end] = total;
          begins[end] = start;
        }
      }
    }
    return next;
  }

  private static double cost(int slotBytes) {
    return (double) BucketLayout.BUCKET_BYTES / BucketLayout.usualSlots(slotBytes);
  }
}
