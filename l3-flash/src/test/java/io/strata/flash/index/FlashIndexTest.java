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

  private static FlashIndex.PutResult put(
      FlashIndex index, String name, long offset, long address, int bytesInFile, boolean retired) {
    FlashFile file = Objects.requireNonNull(index.files().acquire(name));
    FlashIndex.PutResult added = index.put(file, offset, address, bytesInFile, () -> retired);
    file.release();
    return added;
  }

  @Test
  void behavesLikeAMap() {
    for (int seed = 0; seed < 300; seed++) {
      new Run(seed).run();
    }
  }

  /** Random operations on an index and on a map. */
  private static final class Run {
    private final Random random;
    private final FlashIndex index = new FlashIndex(FILES * OFFSETS * 64L, REGIONS);
    private final Map<Key, Long> model = new HashMap<>();

    /** Unique addresses. */
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
          assertThat(index.usage("file" + file)).isEqualTo(usageInModel("file" + file));
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
            (file, offset, address, bytesInFile, wasRead) -> {
              assertThat(bytesInFile).isEqualTo(bytesInFile(address));
              visited.put(new Key(file.name(), offset), address);
              assertThat(wasRead).isEqualTo(read.contains(address));
            });
        assertThat(visited).isEqualTo(inRegion(region));
      }
    }

    /** Unknown for every third block. */
    private static int bytesInFile(long address) {
      int position = FlashAddress.position(address) / FlashAddress.UNIT;
      return position % 3 == 0 ? 0 : 1_000 + position % 7;
    }

    private FlashIndex.FileUsage usageInModel(String file) {
      long blocks = 0;
      long bytes = 0;
      for (Map.Entry<Key, Long> each : model.entrySet()) {
        if (each.getKey().file.equals(file)) {
          int known = bytesInFile(each.getValue());
          blocks++;
          bytes += known > 0 ? known : FlashAddress.bytes(each.getValue());
        }
      }
      return new FlashIndex.FileUsage(blocks, bytes);
    }

    private Map<Key, Long> inRegion(int region) {
      Map<Key, Long> in = new HashMap<>(model);
      in.values().removeIf(address -> FlashAddress.region(address) != region);
      return in;
    }

    private long address() {
      return FlashAddress.of(
          random.nextInt(REGIONS), (int) (nextPosition++ * FlashAddress.UNIT), FlashAddress.UNIT);
    }

    private FlashIndex.PutResult put(Key key, long address, boolean retired) {
      return FlashIndexTest.put(
          index, key.file, key.offset, address, bytesInFile(address), retired);
    }

    private FlashIndex.PutResult putIfAbsent(Key key, long address) {
      FlashFile file = Objects.requireNonNull(index.files().acquire(key.file));
      FlashIndex.PutResult added =
          index.putIfNewer(
              file, key.offset, address, bytesInFile(address), () -> false, there -> false);
      file.release();
      return added;
    }

    /** Applies a query to a file that has blocks; returns the default for another. */
    private <T> T ask(Key key, Function<FlashFile, T> question, T otherwise) {
      FlashFile file = index.files().find(key.file);
      return file == null ? otherwise : question.apply(file);
    }

    private void step(Key key) {
      long address = address();
      switch (random.nextInt(9)) {
        case 0, 1 -> {
          assertThat(put(key, address, false)).isEqualTo(FlashIndex.PutResult.ADDED);
          model.put(key, address);
        }
        case 2 ->
            assertThat(putIfAbsent(key, address))
                .isEqualTo(
                    model.putIfAbsent(key, address) == null
                        ? FlashIndex.PutResult.ADDED
                        : FlashIndex.PutResult.EXISTS);
        case 3 -> assertThat(put(key, address, true)).isEqualTo(FlashIndex.PutResult.RETIRED);
        case 4 ->
            assertThat(ask(key, file -> index.remove(file, key.offset), false))
                .isEqualTo(model.remove(key) != null);
        case 5 -> {
          long there = random.nextBoolean() ? model.getOrDefault(key, address) : address;
          assertThat(ask(key, file -> index.remove(file, key.offset, there), false))
              .isEqualTo(model.remove(key, there));
        }
        case 6 -> find(key);
        case 7 -> move(key);
        default -> removeSeveralSometimes(key);
      }
    }

    /** Moves a block, which keeps what is known of it. */
    private void move(Key key) {
      Long from = model.get(key);
      if (from == null) {
        assertThat(move(key, address(), address(), false)).isFalse();
        return;
      }
      long to = address();
      while (bytesInFile(to) != bytesInFile(from)) {
        to = address();
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
                new FlashIndex.Found<>(
                    FlashAddress.region(expected), expected, !read.add(expected)));
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
  void fullIndexRejectsUntilABlockIsRemoved() {
    FlashIndex index = new FlashIndex(0, REGIONS);
    int added = 0;
    int full = 0;
    for (int i = 0; i < 100_000; i++) {
      switch (put(index, "a", i, FlashAddress.of(i % REGIONS, 0, FlashAddress.UNIT), 0, false)) {
        case ADDED -> added++;
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
    assertThat(index.usage("a")).isEqualTo(FlashIndex.FileUsage.NOTHING);
    assertThat(put(index, "b", 7, FlashAddress.of(0, 0, FlashAddress.UNIT), 0, false))
        .isEqualTo(FlashIndex.PutResult.ADDED);
  }

  @Test
  void replacingABlockClearsItsAccess() {
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
    index.visitRegion(0, (any, offset, address, bytesInFile, read) -> seen.add(read));
    put(index, "a", 1, FlashAddress.of(0, 64, FlashAddress.UNIT), 0, false);
    index.visitRegion(0, (any, offset, address, bytesInFile, read) -> seen.add(read));
    assertThat(seen).containsExactly(true, false);
  }

  /** A thread that looked a file up long ago finds no block of the file that reuses its number. */
  @Test
  void reusedFileNumberFindsNoBlockOfAnotherFile() {
    FlashIndex index = new FlashIndex(1_000, REGIONS);
    long address = FlashAddress.of(1, 0, FlashAddress.UNIT);
    put(index, "a", 1, address, 0, false);
    FlashFile stale = Objects.requireNonNull(index.files().find("a"));
    assertThat(index.remove(stale, 1)).isTrue();
    put(index, "b", 1, address, 0, false);
    FlashFile next = Objects.requireNonNull(index.files().find("b"));
    assertThat(next.number()).isEqualTo(stale.number());
    assertThat(index.<Integer>find(stale, 1, true, region -> region)).isNull();
    assertThat(index.contains(stale, 1)).isFalse();
    assertThat(index.bytesInFile(stale, 1)).isEqualTo(FlashIndex.ABSENT);
    assertThat(index.readState(stale, 1, address, true)).isEqualTo(FlashIndex.ReadState.ABSENT);
    assertThat(index.remove(stale, 1)).isFalse();
    assertThat(index.remove(stale, 1, address)).isFalse();
    assertThat(index.move(stale, 1, address, address, () -> false)).isFalse();
    assertThat(index.put(stale, 2, address, 0, () -> false))
        .isEqualTo(FlashIndex.PutResult.FILE_RETIRED);
    assertThat(index.contains(next, 1)).isTrue();
    assertThat(index.count()).isOne();
  }

  /** A block whose file is evicted during its insert is not added to a new file of that name. */
  @Test
  void retiredFileAcceptsNoBlock() {
    FlashIndex index = new FlashIndex(1_000, REGIONS);
    FlashFile entered = Objects.requireNonNull(index.files().acquire("a"));
    long address = FlashAddress.of(1, 0, FlashAddress.UNIT);
    assertThat(index.put(entered, 1, address, 0, () -> false))
        .isEqualTo(FlashIndex.PutResult.ADDED);
    assertThat(index.removeFile("a")).isOne();
    assertThat(index.put(entered, 2, address, 0, () -> false))
        .isEqualTo(FlashIndex.PutResult.FILE_RETIRED);
    assertThat(put(index, "a", 3, address, 0, false)).isEqualTo(FlashIndex.PutResult.ADDED);
    assertThat(index.usage("a").blocks()).isOne();
    entered.release();
    assertThat(index.usage("a").blocks()).isOne();
    assertThat(index.files().numbersInUse()).isOne();
  }

  @Test
  void evictRangeVisitsOnlyItsFile() {
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

  /**
   * A sweep visits every block that is present throughout, whatever else is added, removed and
   * moved.
   */
  @Test
  void sweepVisitsAllStayingBlocksDuringChurn() throws Exception {
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
      put(
          index,
          "file",
          other,
          FlashAddress.of(random.nextInt(REGIONS), 0, FlashAddress.UNIT),
          0,
          false);
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

  /** Numbers are reused, and files beyond the capacity are rejected. */
  @Test
  void filesAreBoundedInNumberAndHeap() {
    int max = FileNumbers.maxFiles(0);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    ByteBuffer name = ByteBuffer.allocate(FileNumbers.NAME_CHARS);
    long before = threads.getCurrentThreadAllocatedBytes();
    FileNumbers files = new FileNumbers(max);
    for (int i = 0; i < max; i++) {
      name.putInt(0, i);
      files.acquire(new String(name.array(), ISO_8859_1));
    }
    // More than is retained, since each table was copied as it grew.
    long taken = threads.getCurrentThreadAllocatedBytes() - before;
    assertThat(taken).isLessThanOrEqualTo(FileNumbers.heapBytes(0));
    assertThat(files.count()).isEqualTo(max);
    assertThat(files.acquire("one more")).isNull();
    FlashFile one = Objects.requireNonNull(files.acquire(new String(name.array(), ISO_8859_1)));
    one.release();
    one.release();
    assertThat(files.count()).isEqualTo(max - 1);
    assertThat(Objects.requireNonNull(files.acquire("one more")).number()).isEqualTo(one.number());
  }

  /** The memory that grows with the regions is accounted for, and is direct memory. */
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
