package io.strata.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * How Lincheck is run: threads that do random operations at once, many times, and every history is
 * checked against those of a model.
 *
 * <p>Its other mode, which walks through interleavings one by one, knows no {@code VarHandle} over
 * a {@code ByteBuffer} ("Unsupported VarHandle type"), and through such ones goes every access of a
 * slot's header. It would also be blind to orderings, since it has every store seen at once; those
 * are what the jcstress tests are for.
 */
public final class Linearizability {
  /** The numbers that Lincheck gives to threads, those included that run before and after. */
  public static final int THREAD_NUMBERS = 8;

  private static final int THREADS = 2;
  private static final int OPERATIONS = 3;
  private static final int OPERATIONS_BEFORE = 3;
  private static final int OPERATIONS_AFTER = 2;

  private Linearizability() {}

  /** What each thread holds, by its number. */
  public static List<Deque<Integer>> stackPerThread() {
    return Stream.<Deque<Integer>>generate(ArrayDeque::new).limit(THREAD_NUMBERS).toList();
  }

  /** Fails with the shortest history that is none of the model's. */
  public static void check(Class<?> tested, Class<?> model) {
    boolean quick = System.getProperty("jcstress.mode", "quick").equals("quick");
    new StressOptions()
        .iterations(quick ? 60 : 500)
        .invocationsPerIteration(quick ? 50 : 5_000)
        .threads(THREADS)
        .actorsPerThread(OPERATIONS)
        .actorsBefore(OPERATIONS_BEFORE)
        .actorsAfter(OPERATIONS_AFTER)
        .sequentialSpecification(model)
        .check(tested);
    System.out.printf("%s: every history is one of %s%n", tested.getName(), model.getName());
  }
}
