package io.strata.concurrency.contention;

import io.strata.concurrency.contention.Stores.CacheLine;
import io.strata.concurrency.contention.Stores.Store;
import io.strata.concurrency.contention.Stores.StoreKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;

/**
 * The stores of one operation that each of many threads executed on a block of its own, one thread
 * after another. A line that most of them write would go from processor to processor if they ran at
 * the same time.
 */
final class Contention {
  private static final int THREADS = 64;

  /** More blocks than a store holds. */
  private static final int FILL = 1 << 15;

  /** Who else writes a line. */
  enum Sharing {
    ALL("all threads"),
    STRIPED("all threads, divided among them"),
    FILE("threads at the same file"),
    BLOCK("readers of the block"),
    OTHER_BLOCK("readers of another block"),
    CHAIN("threads at the same hash chain"),
    BIN("threads at the same bin of a table"),
    NONE("no other thread");

    final String title;

    Sharing(String title) {
      this.title = title;
    }
  }

  /** An operation on a store. */
  interface Operation {
    void run(Operations store, String file, long offset);
  }

  /** What the block is before the operation, and how many others are inserted. */
  enum Before {
    CACHED(0),
    ABSENT(0),
    ABSENT_FROM_FULL_STORE(FILL);

    private final int others;

    Before(int others) {
      this.others = others;
    }
  }

  /** A method, what it does and who else writes the line. */
  record SharedStore(Sharing sharing, String site, String operation, StoreKind kind) {}

  /** What one thread did. */
  private record Use(List<Store> stores, Set<CacheLine> ofBlock) {}

  private final List<Use> uses;
  private final Set<CacheLine> ofAll;

  /** The stores that most threads at one file direct to the same line. */
  private final Set<String> ofFile = new HashSet<>();

  /** Executes the operation in new stores. */
  Contention(Operation operation, Before before) {
    this.uses = run(operation, before, thread -> "file" + thread);
    this.ofAll = linesOfMost(uses);
    List<Use> atOneFile = run(operation, before, thread -> "file");
    Set<CacheLine> lines = linesOfMost(atOneFile);
    for (Use use : atOneFile) {
      use.stores.stream().filter(each -> lines.contains(each.line())).forEach(this::addOfFile);
    }
  }

  private static List<Use> run(Operation operation, Before before, IntFunction<String> files) {
    List<Use> all = new ArrayList<>();
    try (Operations store = newStore()) {
      for (int block = 0; block < before.others; block++) {
        store.insert("others", block);
      }
      for (int thread = 0; thread < THREADS; thread++) {
        store.insert(files.apply(thread), beside(thread));
        if (before == Before.CACHED) {
          store.insert(files.apply(thread), thread);
        }
      }
      store.awaitQuiet();
      for (int thread = 0; thread < THREADS; thread++) {
        all.add(use(store, operation, before, files.apply(thread), thread));
      }
    }
    return all;
  }

  /** Returns the offset of another block, so that a file never becomes empty. */
  private static int beside(int thread) {
    return THREADS + thread;
  }

  private static Operations newStore() {
    try {
      Class<?> type = Class.forName(CountedStore.class.getName(), true, new CountingLoader());
      return (Operations) type.getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Use use(
      Operations store, Operation operation, Before before, String file, long offset) {
    List<Store> stores = new ArrayList<>();
    Set<CacheLine> ofBlock = new HashSet<>();
    Runnable hit =
        () -> Stores.of(() -> store.hit(file, offset)).forEach(each -> ofBlock.add(each.line()));
    if (before == Before.CACHED) {
      inThread(hit);
    }
    inThread(() -> stores.addAll(Stores.of(() -> operation.run(store, file, offset))));
    if (before != Before.CACHED) {
      inThread(hit);
    }
    return new Use(stores, ofBlock);
  }

  private static void inThread(Runnable task) {
    List<Throwable> failures = new ArrayList<>();
    Thread thread = new Thread(task);
    thread.setUncaughtExceptionHandler((of, failure) -> failures.add(failure));
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    for (Throwable failure : failures) {
      throw new IllegalStateException(failure);
    }
  }

  private static Set<CacheLine> linesOfMost(List<Use> uses) {
    Map<CacheLine, Integer> threads = new HashMap<>();
    for (Use use : uses) {
      Set<CacheLine> lines = new HashSet<>();
      use.stores.forEach(each -> lines.add(each.line()));
      lines.forEach(each -> threads.merge(each, 1, Integer::sum));
    }
    threads.values().removeIf(count -> count < THREADS / 2);
    return threads.keySet();
  }

  private void addOfFile(Store store) {
    ofFile.add(store.site() + store.operation());
  }

  private Sharing sharing(Store store, Use use) {
    if (store.kind() == StoreKind.STRIPED) {
      return Sharing.STRIPED;
    }
    if (ofAll.contains(store.line())) {
      return Sharing.ALL;
    }
    if (ofFile.contains(store.site() + store.operation())) {
      return Sharing.FILE;
    }
    if (use.ofBlock.contains(store.line())) {
      return Sharing.BLOCK;
    }
    if (store.site().startsWith("HashIndex.")) {
      return Sharing.CHAIN;
    }
    if (store.site().startsWith("SlotTable.")) {
      return Sharing.OTHER_BLOCK;
    }
    boolean inTable = store.site().startsWith("GhostTable.");
    return inTable || store.operation().startsWith("ConcurrentHashMap.")
        ? Sharing.BIN
        : Sharing.NONE;
  }

  /**
   * Returns how often a thread executes each store: the median, so that rare ones are left out.
   * Ordinary stores to lines that no other thread writes are left out as well.
   */
  Map<SharedStore, Integer> rows() {
    Map<SharedStore, int[]> counts = new LinkedHashMap<>();
    for (int thread = 0; thread < THREADS; thread++) {
      Use use = uses.get(thread);
      for (Store each : use.stores) {
        SharedStore row =
            new SharedStore(sharing(each, use), each.site(), each.operation(), each.kind());
        counts.computeIfAbsent(row, of -> new int[THREADS])[thread]++;
      }
    }
    Map<SharedStore, Integer> rows = new LinkedHashMap<>();
    counts.forEach((row, count) -> rows.put(row, median(count)));
    rows.values().removeIf(count -> count == 0);
    rows.keySet().removeIf(row -> row.sharing == Sharing.NONE && row.kind == StoreKind.STORE);
    return rows;
  }

  /** Returns how many lines of this sharing a thread writes; the median. */
  int lines(Sharing sharing) {
    return median(sharing, stores -> stores.map(Store::line).distinct().count());
  }

  /** Returns how many atomic operations a thread executes on such lines; the median. */
  int atomics(Sharing sharing) {
    return median(sharing, stores -> stores.filter(each -> each.kind() != StoreKind.STORE).count());
  }

  private int median(Sharing sharing, ToLongFunction<Stream<Store>> count) {
    return median(
        uses.stream()
            .map(use -> use.stores.stream().filter(each -> sharing(each, use) == sharing))
            .mapToInt(stores -> (int) count.applyAsLong(stores))
            .toArray());
  }

  private static int median(int[] counts) {
    int[] sorted = counts.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
