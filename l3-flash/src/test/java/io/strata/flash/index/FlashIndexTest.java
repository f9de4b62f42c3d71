package io.strata.flash.index;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.strata.flash.layout.FlashAddress;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FlashIndexTest {
  private static final int REGIONS = 6;
  private static final int FILES = 5;
  private static final int OFFSETS = 60;

  private record Key(String file, long offset) {}

  private static FlashIndex.Added put(
      FlashIndex index, String name, long offset, long place, int bytesInFile, boolean retired) {
    FlashFile file = Objects.requireNonNull(index.files().enter(name));
    FlashIndex.Added added = index.put(file, offset, place, bytesInFile, () -> retired);
    file.leave();
    return added;
  }

  @Test
  void itAnswersAsAPlainMapWould() {
    for (int seed = 0; seed < 300; seed++) {
      new Run(seed).run();
    }
  }

  /** Random operations on an index and on a map. */
  private static final class Run {
    private final Random random;
    private final FlashIndex index = new FlashIndex(FILES * OFFSETS * 64L, REGIONS);
    private final Map<Key, Long> model = new HashMap<>();

    /** Places of which no two are the same. */
    private final Set<Long> read = new HashSet<>();

    private long nextPosition = 1;

    Run(int seed) {
      this.random = new Random(seed);
    }

    void run() {
      for (int i = 0; i < 500; i++) {
        step(new Key("file" + random.nextInt(FILES), random.nextInt(OFFSETS) * 1_000L));
        assertThat(index.count()).isEqualTo(model.size());
        for (int file = 0; file < FILES; file++) {
          assertThat(index.held("file" + file)).isEqualTo(heldByModel("file" + file));
        }
        assertThat(index.files().names())
            .isEqualTo(model.keySet().stream().map(Key::file).collect(Collectors.toSet()));
      }
      List<String> wrong = new ArrayList<>();
      index.audit(region -> true, wrong);
      assertThat(wrong).isEmpty();
      for (int region = 0; region < REGIONS; region++) {
        Map<Key, Long> visited = new HashMap<>();
        index.visitRegion(
            region,
            (file, offset, place, bytesInFile, wasRead) -> {
              assertThat(bytesInFile).isEqualTo(bytesInFile(place));
              visited.put(new Key(file.name(), offset), place);
              assertThat(wasRead).isEqualTo(read.contains(place));
            });
        assertThat(visited).isEqualTo(inRegion(region));
      }
    }

    /** Of every third block, it is not known. */
    private static int bytesInFile(long place) {
      int position = FlashAddress.position(place) / FlashAddress.UNIT;
      return position % 3 == 0 ? 0 : 1_000 + position % 7;
    }

    private FlashIndex.Held heldByModel(String file) {
      long blocks = 0;
      long bytes = 0;
      for (Map.Entry<Key, Long> each : model.entrySet()) {
        if (each.getKey().file.equals(file)) {
          int known = bytesInFile(each.getValue());
          blocks++;
          bytes += known > 0 ? known : FlashAddress.bytes(each.getValue());
        }
      }
      return new FlashIndex.Held(blocks, bytes);
    }

    private Map<Key, Long> inRegion(int region) {
      Map<Key, Long> in = new HashMap<>(model);
      in.values().removeIf(place -> FlashAddress.region(place) != region);
      return in;
    }

    private long place() {
      return FlashAddress.of(random.nextInt(REGIONS), (int) (nextPosition++ * FlashAddress.UNIT), FlashAddress.UNIT);
    }

    private FlashIndex.Added put(Key key, long place, boolean retired) {
      return FlashIndexTest.put(index, key.file, key.offset, place, bytesInFile(place), retired);
    }

    private FlashIndex.Added putIfAbsent(Key key, long place) {
      FlashFile file = Objects.requireNonNull(index.files().enter(key.file));
      FlashIndex.Added added =
          index.putIfNewer(
              file, key.offset, place, bytesInFile(place), () -> false, there -> false);
      file.leave();
      return added;
    }

    /** What a question answers of a file that has blocks; of another, what is said. */
    private <T> T ask(Key key, Function<FlashFile, T> question, T otherwise) {
      FlashFile file = index.files().find(key.file);
      return file == null ? otherwise : question.apply(file);
    }

    private void step(Key key) {
      long place = place();
      switch (random.nextInt(9)) {
        case 0, 1 -> {
          assertThat(put(key, place, false)).isEqualTo(FlashIndex.Added.YES);
          model.put(key, place);
        }
        case 2 ->
            assertThat(putIfAbsent(key, place))
                .isEqualTo(
                    model.putIfAbsent(key, place) == null
                        ? FlashIndex.Added.YES
                        : FlashIndex.Added.ANOTHER);
        case 3 -> assertThat(put(key, place, true)).isEqualTo(FlashIndex.Added.RETIRED);
        case 4 ->
            assertThat(ask(key, file -> index.remove(file, key.offset), false))
                .isEqualTo(model.remove(key) != null);
        case 5 -> {
          long there = random.nextBoolean() ? model.getOrDefault(key, place) : place;
          assertThat(ask(key, file -> index.remove(file, key.offset, there), false))
              .isEqualTo(model.remove(key, there));
        }
        case 6 -> find(key);
        case 7 -> move(key);
        default -> removeSeveralSometimes(key);
      }
    }

    /** What is known of a block stays when it lies elsewhere. */
    private void move(Key key) {
      Long from = model.get(key);
      if (from == null) {
        assertThat(move(key, place(), place(), false)).isFalse();
        return;
      }
      long to = place();
      while (bytesInFile(to) != bytesInFile(from)) {
        to = place();
      }
      assertThat(move(key, from, to, true)).isFalse();
      assertThat(move(key, from, to, false)).isTrue();
      model.put(key, to);
    }

    private boolean move(Key key, long from, long to, boolean isRejected) {
      return ask(key, file -> index.move(file, key.offset, from, to, () -> isRejected), false);
    }

    private FlashIndex.@Nullable Found<Integer> find(Key key, IntFunction<@Nullable Integer> pin) {
      FlashFile file = index.files().find(key.file);
      return file == null ? null : index.<Integer>find(file, key.offset, true, pin);
    }

    private void find(Key key) {
      Long expected = model.get(key);
      FlashIndex.Found<Integer> found = find(key, region -> region);
      assertThat(ask(key, file -> index.contains(file, key.offset), false))
          .isEqualTo(expected != null);
      assertThat(ask(key, file -> index.bytesInFile(file, key.offset), FlashIndex.ABSENT))
          .isEqualTo(expected == null ? FlashIndex.ABSENT : bytesInFile(expected));
      if (expected == null) {
        assertThat(found).isNull();
      } else {
        assertThat(found)
            .isEqualTo(
                new FlashIndex.Found<>(FlashAddress.region(expected), expected, !read.add(expected)));
      }
      assertThat(find(key, region -> null)).isNull();
    }

    private void removeSeveralSometimes(Key key) {
      int which = random.nextInt(15);
      if (which == 0) {
        int before = model.size();
        model.keySet().removeIf(each -> each.file.equals(key.file));
        assertThat(index.removeFile(key.file)).isEqualTo(before - model.size());
      } else if (which < 5) {
        int before = model.size();
        long to = key.offset + random.nextInt(20_000);
        model
            .keySet()
            .removeIf(
                each ->
                    each.file.equals(key.file) && each.offset >= key.offset && each.offset <= to);
        assertThat(index.removeRange(key.file, key.offset, to)).isEqualTo(before - model.size());
      } else if (which < 8) {
        int region = random.nextInt(REGIONS);
        Map<Key, Long> gone = inRegion(region);
        assertThat(index.removeRegion(region)).isEqualTo(gone.size());
        model.keySet().removeAll(gone.keySet());
      }
    }
  }

  @Test
  void aFullIndexSaysSoAndGoesOn() {
    FlashIndex index = new FlashIndex(0, REGIONS);
    int added = 0;
    int full = 0;
    for (int i = 0; i < 100_000; i++) {
      switch (put(index, "a", i, FlashAddress.of(i % REGIONS, 0, FlashAddress.UNIT), 0, false)) {
        case YES -> added++;
        case FULL -> full++;
        default -> throw new AssertionError();
      }
    }
    assertThat(full).isPositive();
    assertThat(index.count()).isEqualTo(added);
    for (int region = 0; region < REGIONS; region++) {
      index.removeRegion(region);
    }
    assertThat(index.count()).isZero();
    assertThat(index.held("a")).isEqualTo(FlashIndex.Held.NOTHING);
    assertThat(put(index, "b", 7, FlashAddress.of(0, 0, FlashAddress.UNIT), 0, false))
        .isEqualTo(FlashIndex.Added.YES);
  }

  @Test
  void aBlockIsUnreadAgainWhenItIsAddedAnew() {
    FlashIndex index = new FlashIndex(10, 1);
    put(index, "a", 1, FlashAddress.of(0, 0, FlashAddress.UNIT), 0, false);
    FlashFile file = Objects.requireNonNull(index.files().find("a"));
    assertThat(index.<Integer>find(file, 1, true, region -> null)).isNull();
    List<Boolean> before = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      before.add(Objects.requireNonNull(index.find(file, 1, true, region -> region)).readBefore());
    }
    assertThat(before).containsExactly(false, true, true);
    List<Boolean> seen = new ArrayList<>();
    index.visitRegion(0, (any, offset, place, bytesInFile, read) -> seen.add(read));
    put(index, "a", 1, FlashAddress.of(0, 64, FlashAddress.UNIT), 0, false);
    index.visitRegion(0, (any, offset, place, bytesInFile, read) -> seen.add(read));
    assertThat(seen).containsExactly(true, false);
  }

  /** A thread that looked a file up long ago finds nothing of another that got its number. */
  @Test
  void reusedNumberNeverNamesTheBlocksOfAnotherFile() {
    FlashIndex index = new FlashIndex(1_000, REGIONS);
    long place = FlashAddress.of(1, 0, FlashAddress.UNIT);
    put(index, "a", 1, place, 0, false);
    FlashFile stale = Objects.requireNonNull(index.files().find("a"));
    assertThat(index.remove(stale, 1)).isTrue();
    put(index, "b", 1, place, 0, false);
    FlashFile next = Objects.requireNonNull(index.files().find("b"));
    assertThat(next.number()).isEqualTo(stale.number());
    assertThat(index.<Integer>find(stale, 1, true, region -> region)).isNull();
    assertThat(index.contains(stale, 1)).isFalse();
    assertThat(index.bytesInFile(stale, 1)).isEqualTo(FlashIndex.ABSENT);
    assertThat(index.see(stale, 1, place, true)).isEqualTo(FlashIndex.Seen.ABSENT);
    assertThat(index.remove(stale, 1)).isFalse();
    assertThat(index.remove(stale, 1, place)).isFalse();
    assertThat(index.move(stale, 1, place, place, () -> false)).isFalse();
    assertThat(index.put(stale, 2, place, 0, () -> false)).isEqualTo(FlashIndex.Added.GONE);
    assertThat(index.contains(next, 1)).isTrue();
    assertThat(index.count()).isOne();
  }

  /** A block that is on its way when its file is evicted does not come to a new file. */
  @Test
  void forgottenFileTakesNoBlockOfThoseWhoEnteredItBefore() {
    FlashIndex index = new FlashIndex(1_000, REGIONS);
    FlashFile entered = Objects.requireNonNull(index.files().enter("a"));
    long place = FlashAddress.of(1, 0, FlashAddress.UNIT);
    assertThat(index.put(entered, 1, place, 0, () -> false)).isEqualTo(FlashIndex.Added.YES);
    assertThat(index.removeFile("a")).isOne();
    assertThat(index.put(entered, 2, place, 0, () -> false)).isEqualTo(FlashIndex.Added.GONE);
    assertThat(put(index, "a", 3, place, 0, false)).isEqualTo(FlashIndex.Added.YES);
    assertThat(index.held("a").blocks()).isOne();
    entered.leave();
    assertThat(index.held("a").blocks()).isOne();
    assertThat(index.files().numbersInUse()).isOne();
  }

  @Test
  void rangeIsEvictedInStepsOfItsFileAlone() {
    FlashIndex index = new FlashIndex(100_000, REGIONS);
    for (int i = 0; i < 50_000; i++) {
      put(index, "other" + i % 50, i, FlashAddress.of(i % REGIONS, 0, FlashAddress.UNIT), 0, false);
    }
    for (int i = 0; i < 200; i++) {
      put(index, "file", i, FlashAddress.of(i % REGIONS, 0, FlashAddress.UNIT), 0, false);
    }
    assertThat(index.removeRange("file", 100, Long.MAX_VALUE)).isEqualTo(100);
    assertThat(index.swept()).isEqualTo(200);
    assertThat(index.removeRange("file", 0, 49)).isEqualTo(50);
    assertThat(index.swept()).isEqualTo(300);
    assertThat(index.removeFile("file")).isEqualTo(50);
    assertThat(index.swept()).isEqualTo(350);
    assertThat(index.removeFile("file")).isZero();
    assertThat(index.count()).isEqualTo(50_000);
  }

  /** What is there all the time is found by a sweep, whatever else comes, goes and moves. */
  @Test
  void sweepFindsAllThatStaysWhileOthersComeAndGo() throws Exception {
    FlashIndex index = new FlashIndex(1 << 17, REGIONS);
    int staying = 20_000;
    for (int i = 0; i < staying; i++) {
      put(index, "file", i, FlashAddress.of(i % REGIONS, 0, FlashAddress.UNIT), 0, false);
    }
    AtomicBoolean ended = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 2; t++) {
      int seed = t;
      threads.add(new Thread(() -> churn(index, staying, new Random(seed), ended)));
    }
    threads.forEach(Thread::start);
    try {
      for (int from = 0; from < staying; from += 2_000) {
        int removed = index.removeRange("file", from, from + 1_999);
        assertThat(removed).as("from %d", from).isEqualTo(2_000);
      }
    } finally {
      ended.set(true);
      for (Thread each : threads) {
        each.join();
      }
    }
    List<String> wrong = new ArrayList<>();
    index.audit(region -> true, wrong);
    assertThat(wrong).isEmpty();
    index.removeFile("file");
    assertThat(index.count()).isZero();
    assertThat(index.files().numbersInUse()).isZero();
  }

  /** Adds and removes blocks beyond those that stay, and moves those. */
  private static void churn(FlashIndex index, int staying, Random random, AtomicBoolean ended) {
    while (!ended.get()) {
      int other = staying + random.nextInt(200);
      put(index, "file", other, FlashAddress.of(random.nextInt(REGIONS), 0, FlashAddress.UNIT), 0, false);
      FlashFile file = index.files().find("file");
      if (file != null) {
        index.remove(file, staying + random.nextInt(200));
        int stays = random.nextInt(staying);
        int region = stays % REGIONS;
        index.move(
            file,
            stays,
            FlashAddress.of(region, 0, FlashAddress.UNIT),
            FlashAddress.of(region, 0, FlashAddress.UNIT),
            () -> false);
      }
    }
  }

  /** Numbers are given again, and files beyond those that there is room for are rejected. */
  @Test
  void filesAreBoundedAndCountedAsTheyTakeHeap() {
    int max = FileNumbers.maxFiles(0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ByteBuffer name = ByteBuffer.allocate(FileNumbers.NAME_CHARS);
    long before = threads.getCurrentThreadAllocatedBytes();
    FileNumbers files = new FileNumbers(max);
    for (int i = 0; i < max; i++) {
      name.putInt(0, i);
      files.enter(new String(name.array(), ISO_8859_1));
    }
    // More than is retained: each table was copied as it grew.
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(taken).isLessThanOrEqualTo(FileNumbers.heapBytes(0));
    assertThat(files.count()).isEqualTo(max);
    assertThat(files.enter("one more")).isNull();
    FlashFile one = Objects.requireNonNull(files.enter(new String(name.array(), ISO_8859_1)));
    one.leave();
    one.leave();
    assertThat(files.count()).isEqualTo(max - 1);
    assertThat(Objects.requireNonNull(files.enter("one more")).number()).isEqualTo(one.number());
  }

  /** What grows with the regions is counted, and lies off the heap. */
  @Test
  void indexTakesNoHeapForRegions() {
    long few = heapOf(1_000);
    assertThat(heapOf(500_000) - few).isLessThan(100_000);
  }

  private static long heapOf(int regions) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    FlashIndex index = new FlashIndex(1_000, regions);
    long after = threads.getCurrentThreadAllocatedBytes();
    assertThat(index.count()).isZero();
    return after - before;
  }
}
