package io.strata.l2.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MissRatioCurveTest {
  private static final long NO_END = Long.MAX_VALUE;
  private static final int BLOCK = 1_000;

  private long served;

  private MissRatioCurve curve(double rate) {
    return new MissRatioCurve(NO_END, () -> served, rate, NO_END);
  }

  private void read(MissRatioCurve curve, int block, int bytes) {
    served++;
    curve.record(MissRatioCurve.hash("file", block), bytes);
  }

  /** Sizes up to the footprint, exclusive: there, the curve of a loop has a step. */
  private static double[] sizes(long footprint) {
    double[] sizes = new double[20];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = footprint * (i + 0.5) / sizes.length;
    }
    return sizes;
  }

  /** While all keys can be tracked, the only error is the width of bins. */
  @ParameterizedTest
  @EnumSource(Streams.class)
  void isExactWhileAllKeysAreTracked(Streams stream) {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      int blocks = 2 + random.nextInt(1_000);
      int[] sizes = random.ints(blocks, 1, seed % 2 == 0 ? 2 : 200_000).toArray();
      MissRatioCurve curve = curve(1);
      ExactStack exact = new ExactStack();
      for (int block : stream.of(blocks, 20_000, random)) {
        exact.read(block, sizes[block]);
        read(curve, block, sizes[block]);
      }
      CurveSnapshot snapshot = curve.snapshot();
      assertThat(snapshot.samplingRate()).isEqualTo(1, within(1e-9));
      assertThat(snapshot.reads()).isEqualTo(20_000);
      for (double size : sizes(exact.footprint())) {
        String which = "seed " + seed + ", " + size + " bytes";
        assertThat(snapshot.hitRatioAt((long) size))
            .as(which)
            .isCloseTo(exact.hitRatioAt((long) size), within(0.01));
        assertThat(snapshot.byteHitRatioAt((long) size))
            .as(which)
            .isCloseTo(exact.byteHitRatioAt((long) size), within(0.01));
      }
    }
  }

  /** More keys than can be tracked, or than are sampled at first. */
  @ParameterizedTest
  @CsvSource({
    "UNIFORM, 1",
    "ZIPF, 1",
    "LOOP, 1",
    "SCAN_AND_HOT, 1",
    "UNIFORM, 0.02",
    "ZIPF, 0.02",
    "SCAN_AND_HOT, 0.02"
  })
  void estimatesFromFewKeys(Streams stream, double rate) {
    int blocks = 60_000;
    int[] order = stream.of(blocks, 1_000_000, new Random(1));
    MissRatioCurve curve = curve(rate);
    Shards exact = new Shards(1 << 17, 1, NO_END);
    for (int block : order) {
      read(curve, block, BLOCK);
      exact.read(MissRatioCurve.hash("file", block), BLOCK, NO_END);
    }
    CurveSnapshot snapshot = curve.snapshot();
    assertThat(snapshot.samplingRate()).isLessThanOrEqualTo(rate).isLessThan(0.4);
    assertThat(snapshot.trackedKeys()).isBetween(blocks / 60, MissRatioCurve.MAX_KEYS);
    double sum = 0;
    double[] sizes = sizes((long) blocks * BLOCK);
    for (double size : sizes) {
      double hits = exact.distances().readsUpTo((long) size) / order.length;
      sum += Math.abs(snapshot.hitRatioAt((long) size) - hits);
    }
    // The standard error of a sample of this size; three times that is almost never exceeded.
    assertThat(sum / sizes.length).isLessThan(3 / Math.sqrt(snapshot.trackedKeys()));
  }

  @Test
  void curveIsInBytes() {
    MissRatioCurve curve = curve(1);
    for (int i = 0; i < 100; i++) {
      read(curve, 1, 100);
      read(curve, 2, 900);
    }
    CurveSnapshot snapshot = curve.snapshot();
    assertThat(snapshot.hitRatioAt(999)).isZero();
    assertThat(snapshot.hitRatioAt(1_000)).isEqualTo(0.99, within(1e-6));
    assertThat(snapshot.byteHitRatioAt(1_000)).isEqualTo(0.99, within(1e-6));
    assertThat(snapshot.pointsAround(1_000))
        .extracting(CurveSnapshot.Point::bytes)
        .containsExactly(125L, 250L, 500L, 1_000L, 2_000L, 4_000L, 8_000L);
    assertThat(snapshot.pointsAround(1_000).get(3).hitRatio()).isEqualTo(0.99, within(1e-6));
  }

  @Test
  void densityScalesTheCurve() {
    MissRatioCurve curve = curve(1);
    for (int round = 0; round < 10; round++) {
      for (int block = 0; block < 100; block++) {
        read(curve, block, BLOCK);
      }
    }
    CurveSnapshot raw = curve.snapshot();
    CurveSnapshot compressed = curve.snapshot(2);
    for (int blocks = 10; blocks < 150; blocks += 20) {
      long bytes = (long) blocks * BLOCK;
      assertThat(compressed.hitRatioAt(bytes / 2)).isEqualTo(raw.hitRatioAt(bytes));
      assertThat(compressed.byteHitRatioAt(bytes / 2)).isEqualTo(raw.byteHitRatioAt(bytes));
    }
    assertThat(compressed.hitRatioAt(60L * BLOCK)).isGreaterThan(raw.hitRatioAt(60L * BLOCK));
  }

  @Test
  void isZeroBeforeTheFirstRead() {
    CurveSnapshot snapshot = curve(1).snapshot();
    assertThat(snapshot.hitRatioAt(NO_END)).isZero();
    assertThat(snapshot.byteHitRatioAt(NO_END)).isZero();
    assertThat(snapshot.reads()).isZero();
  }

  /** A block with half of all reads is not sampled; its hits are included nevertheless. */
  @Test
  void correctsForHotBlocksThatAreNotSampled() {
    Random random = new Random(7);
    int hot = 0;
    double rate = 0.05;
    while (Shards.isBelow((long) (rate * Long.MAX_VALUE), MissRatioCurve.hash("file", hot))) {
      hot++;
    }
    MissRatioCurve curve = curve(rate);
    for (int i = 0; i < 200_000; i++) {
      read(curve, random.nextBoolean() ? hot : 10 + random.nextInt(100_000), BLOCK);
    }
    assertThat(curve.snapshot().hitRatioAt(10 * BLOCK)).isCloseTo(0.5, within(0.04));
    assertThat(curve.snapshot().byteHitRatioAt(10 * BLOCK)).isCloseTo(0.5, within(0.04));
  }

  @Test
  void oldReadsLoseWeight() {
    MissRatioCurve curve = new MissRatioCurve(NO_END, () -> served, 1, 1_000);
    for (int i = 0; i < 100_000; i++) {
      read(curve, i, BLOCK);
    }
    assertThat(curve.snapshot().hitRatioAt(NO_END)).isZero();
    Random random = new Random(5);
    for (int i = 0; i < 300_000; i++) {
      read(curve, random.nextInt(3_000), BLOCK);
    }
    CurveSnapshot snapshot = curve.snapshot();
    assertThat(snapshot.hitRatioAt(3_300 * BLOCK)).isGreaterThan(0.99);
    assertThat(snapshot.hitRatioAt(1_500 * BLOCK)).isCloseTo(0.5, within(0.05));
    assertThat(snapshot.reads()).isLessThan(30_000);
  }

  /** Files come and go: keys that are never read again must not displace the others. */
  @Test
  void keysBeyondTheRangeAreDropped() {
    int held = 2_000;
    MissRatioCurve curve = new MissRatioCurve(8L * held * BLOCK, () -> served, 0.5, 100_000);
    Random random = new Random(3);
    for (int i = 0; i < 2_000_000; i++) {
      int block = random.nextBoolean() ? random.nextInt(held) : i;
      read(curve, block, BLOCK);
    }
    CurveSnapshot snapshot = curve.snapshot();
    assertThat(snapshot.samplingRate()).isGreaterThan(0.2);
    assertThat(snapshot.hitRatioAt(8L * held * BLOCK)).isCloseTo(0.5, within(0.02));
  }

  @Test
  void narrowerRangeTakesEffect() {
    MissRatioCurve curve = curve(1);
    curve.setRange(10 * BLOCK);
    for (int i = 0; i < 200_000; i++) {
      read(curve, i, BLOCK);
    }
    assertThat(curve.snapshot().samplingRate()).isEqualTo(1, within(1e-9));
    assertThat(curve.snapshot().range()).isEqualTo(10 * BLOCK);
  }

  @Test
  void invalidArgumentsAreRejected() {
    LongSupplier none = () -> 0;
    assertThatThrownBy(() -> new MissRatioCurve(1, none, 0, 1))
        .hasMessage("Sampling rate 0.0: must be more than 0 and at most 1.");
    assertThatThrownBy(() -> new MissRatioCurve(1, none, 1.1, 1))
        .hasMessage("Sampling rate 1.1: must be more than 0 and at most 1.");
    assertThatThrownBy(() -> new MissRatioCurve(1, none, 1, 0))
        .hasMessage("Samples per halving 0: must be 1 or more.");
    assertThatThrownBy(() -> new MissRatioCurve(0, none))
        .hasMessage("Range of the curve: 0 bytes is too small. Use 1 or more.");
  }

  @Test
  void takesLessThanAMegabyte() throws IllegalAccessException {
    MissRatioCurve curve = curve(1);
    long before = bytesOf(curve);
    for (int i = 0; i < 200_000; i++) {
      read(curve, i, BLOCK);
    }
    assertThat(bytesOf(curve)).isEqualTo(before).isLessThan(1_000_000);
  }

  /** Returns the bytes of all arrays and buffers reachable from an object. */
  private static long bytesOf(Object root) throws IllegalAccessException {
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    return bytesOf(root, seen);
  }

  private static long bytesOf(Object object, Set<Object> seen) throws IllegalAccessException {
    if (!seen.add(object)) {
      return 0;
    }
    Class<?> type = object.getClass();
    if (type.isArray()) {
      int each = type == long[].class || type == double[].class ? Long.BYTES : Integer.BYTES;
      return 16 + (long) Array.getLength(object) * each;
    }
    if (object instanceof ByteBuffer memory) {
      return memory.capacity();
    }
    long sum = 0;
    if (type.getPackage().equals(MissRatioCurve.class.getPackage())) {
      for (Field field : List.of(type.getDeclaredFields())) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          field.setAccessible(true);
          sum += bytesOf(field.get(object), seen);
        }
      }
    }
    return sum;
  }
}
