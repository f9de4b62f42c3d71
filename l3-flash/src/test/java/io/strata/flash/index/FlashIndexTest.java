package io.strata.flash.index;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.flash.layout.Place;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FlashIndexTest {
  private static final int REGIONS = 6;
  private static final int FILES = 5;
  private static final int OFFSETS = 60;

  private record Key(int file, long offset) {}

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
        step(new Key(1 + random.nextInt(FILES), random.nextInt(OFFSETS) * 1_000L));
        assertThat(index.count()).isEqualTo(model.size());
        for (int file = 1; file <= FILES; file++) {
          assertThat(index.held(file)).isEqualTo(heldByModel(file));
        }
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
              visited.put(new Key(file, offset), place);
              assertThat(wasRead).isEqualTo(read.contains(place));
            });
        assertThat(visited).isEqualTo(inRegion(region));
      }
    }

    /** Of every third block, it is not known. */
    private static int bytesInFile(long place) {
      int position = Place.position(place) / Place.UNIT;
      return position % 3 == 0 ? 0 : 1_000 + position % 7;
    }

    private FlashIndex.Held heldByModel(int file) {
      long blocks = 0;
      long bytes = 0;
      for (Map.Entry<Key, Long> each : model.entrySet()) {
        if (each.getKey().file == file) {
          int known = bytesInFile(each.getValue());
          blocks++;
          bytes += known > 0 ? known : Place.bytes(each.getValue());
        }
      }
      return new FlashIndex.Held(blocks, bytes);
    }

    private Map<Key, Long> inRegion(int region) {
      Map<Key, Long> in = new HashMap<>(model);
      in.values().removeIf(place -> Place.region(place) != region);
      return in;
    }

    private long place() {
      return Place.of(random.nextInt(REGIONS), (int) (nextPosition++ * Place.UNIT), Place.UNIT);
    }

    private void step(Key key) {
      long place = place();
      int bytes = bytesInFile(place);
      switch (random.nextInt(9)) {
        case 0, 1 -> {
          assertThat(index.put(key.file, key.offset, place, bytes, () -> false))
              .isEqualTo(FlashIndex.Added.YES);
          model.put(key, place);
        }
        case 2 ->
            assertThat(
                    index.putIfNewer(
                        key.file, key.offset, place, bytes, () -> false, there -> false))
                .isEqualTo(
                    model.putIfAbsent(key, place) == null
                        ? FlashIndex.Added.YES
                        : FlashIndex.Added.ANOTHER);
        case 3 ->
            assertThat(index.put(key.file, key.offset, place, bytes, () -> true))
                .isEqualTo(FlashIndex.Added.RETIRED);
        case 4 ->
            assertThat(index.remove(key.file, key.offset)).isEqualTo(model.remove(key) != null);
        case 5 -> {
          long there = random.nextBoolean() ? model.getOrDefault(key, place) : place;
          assertThat(index.remove(key.file, key.offset, there)).isEqualTo(model.remove(key, there));
        }
        case 6 -> find(key);
        case 7 -> move(key);
        default -> removeRegionSometimes();
      }
    }

    /** What is known of a block stays when it lies elsewhere. */
    private void move(Key key) {
      Long from = model.get(key);
      if (from == null) {
        assertThat(index.move(key.file, key.offset, place(), place(), () -> false)).isFalse();
        return;
      }
      long to = place();
      while (bytesInFile(to) != bytesInFile(from)) {
        to = place();
      }
      assertThat(index.move(key.file, key.offset, from, to, () -> true)).isFalse();
      assertThat(index.move(key.file, key.offset, from, to, () -> false)).isTrue();
      model.put(key, to);
    }

    private void find(Key key) {
      Long expected = model.get(key);
      FlashIndex.Found<Integer> found = index.find(key.file, key.offset, true, region -> region);
      assertThat(index.contains(key.file, key.offset)).isEqualTo(expected != null);
      assertThat(index.bytesInFile(key.file, key.offset))
          .isEqualTo(expected == null ? 0 : bytesInFile(expected));
      if (expected == null) {
        assertThat(found).isNull();
      } else {
        assertThat(found)
            .isEqualTo(
                new FlashIndex.Found<>(Place.region(expected), expected, !read.add(expected)));
      }
      assertThat(index.<Integer>find(key.file, key.offset, true, region -> null)).isNull();
    }

    private void removeRegionSometimes() {
      if (random.nextInt(5) == 0) {
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
      switch (index.put(1, i, Place.of(i % REGIONS, 0, Place.UNIT), 0, () -> false)) {
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
    assertThat(index.held(1)).isEqualTo(FlashIndex.Held.NOTHING);
    assertThat(index.put(2, 7, Place.of(0, 0, Place.UNIT), 0, () -> false))
        .isEqualTo(FlashIndex.Added.YES);
  }

  @Test
  void aBlockIsUnreadAgainWhenItIsAddedAnew() {
    FlashIndex index = new FlashIndex(10, 1);
    index.put(1, 1, Place.of(0, 0, Place.UNIT), 0, () -> false);
    assertThat(index.<Integer>find(1, 1, true, region -> null)).isNull();
    List<Boolean> before = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      before.add(Objects.requireNonNull(index.find(1, 1, true, region -> region)).readBefore());
    }
    assertThat(before).containsExactly(false, true, true);
    List<Boolean> seen = new ArrayList<>();
    index.visitRegion(0, (file, offset, place, bytesInFile, read) -> seen.add(read));
    index.put(1, 1, Place.of(0, 64, Place.UNIT), 0, () -> false);
    index.visitRegion(0, (file, offset, place, bytesInFile, read) -> seen.add(read));
    assertThat(seen).containsExactly(true, false);
  }
}
