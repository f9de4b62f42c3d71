package io.strata.concurrency;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jetbrains.lincheck.datastructures.StressOptions;

/**
 * Runs Lincheck: threads do random operations concurrently, many times, and every history is
 * checked against the histories of a model.
 *
 * <p>Lincheck's model-checking mode, which enumerates interleavings, does not support a {@code
 * VarHandle} over a {@code ByteBuffer} ("Unsupported VarHandle type"), through which every access
 * of a slot's header goes. It would also miss orderings, since it makes every store visible at
 * once; those are tested by the jcstress tests.
 */
public final class Linearizability {
  /** The thread numbers of Lincheck, including those that run before and after. */
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

  /** Fails with the shortest history that the model cannot have. */
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
