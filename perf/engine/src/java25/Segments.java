import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Compares {@link MemorySegment} with direct byte buffers, as the off-heap engine would use them: a
 * hit, the headers of a sample, the view of a block, the copy of a block, and the memory of a
 * bucket that is allocated and freed. Needs JDK 22 or later, so it is not compiled by the build.
 *
 * <p>Command, with {@code JAVA25_HOME} the folder of such a JDK: {@code $JAVA25_HOME/bin/java
 * -Xmx1g -XX:MaxDirectMemorySize=2g perf/engine/src/java25/Segments.java}. Prints a table in
 * Markdown: the medians, and the ratio within pairs of slices of {@value #SLICE_MILLIS} ms with its
 * 95 % interval by bootstrap. With {@code --quick}, only shows that each row runs.
 */
final class Segments {
  private static final int SLICE_MILLIS = 20;
  private static final int PAIRS = 200;
  private static final int RESAMPLES = 2_000;

  private static final int HEADER_BYTES = 64;
  private static final int SLOTS = 63;
  private static final int BLOCK_BYTES = 64 << 10;
  private static final int BUCKET_BYTES = 4 << 20;
  private static final int HANDLES = 1 << 16;
  private static final int SAMPLE = 96;
  private static final int META = 0;
  private static final int OFFSET = 8;
  private static final int FILE = 16;

  private static final VarHandle BUFFER =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final VarHandle SEGMENT = ValueLayout.JAVA_LONG.varHandle();

  /** Keeps the compiler from dropping the operations. */
  private static volatile long consumed;

  /** Views must be objects, as they are for HBase's blocks. */
  private static ByteBuffer viewed;

  /** Some operations of one kind; returns a value that depends on all of them. */
  private interface Work {
    long run(int operations);
  }

  private record Row(String name, int operations, Work buffers, Work segments) {}

  private record Ratio(double buffers, double segments, double median, double low, double high) {}

  private Segments() {}

  public static void main(String[] args) {
    boolean quick = Arrays.asList(args).contains("--quick");
    System.out.println("| operation | byte buffers | segments | ratio, 95 % interval |");
    System.out.println("|---|---:|---:|---:|");
    try (Arena arena = Arena.ofShared()) {
      for (Row row :
          new Row[] {
            hit("hit, headers of 0.25 GB", arena, 64),
            hit("hit, headers of 100 GB", arena, 25_600),
            sample("headers of a sample, 100 GB", arena, 25_600),
            view(arena),
            copy(arena),
            free()
          }) {
        measure(row, quick);
      }
    }
  }

  // ---- rows

  private static Row hit(String name, Arena arena, int buckets) {
    int[] handles = handles(buckets);
    ByteBuffer[] buffers = buffers(buckets);
    MemorySegment[] segments = segments(arena, buckets);
    return new Row(
        name, 10_000, new BufferHits(buffers, handles), new SegmentHits(segments, handles));
  }

  private static Row sample(String name, Arena arena, int buckets) {
    int[] handles = handles(buckets);
    return new Row(
        name,
        100,
        new BufferSamples(buffers(buckets), handles),
        new SegmentSamples(segments(arena, buckets), handles));
  }

  private static Row view(Arena arena) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUCKET_BYTES);
    MemorySegment segment = arena.allocate(BUCKET_BYTES);
    return new Row(
        "byte buffer of a block",
        10_000,
        operations -> {
          long sum = 0;
          for (int i = 0; i < operations; i++) {
            viewed = buffer.slice(address(i), BLOCK_BYTES);
            sum += viewed.getLong(0);
          }
          return sum;
        },
        operations -> {
          long sum = 0;
          for (int i = 0; i < operations; i++) {
            viewed = segment.asSlice(address(i), BLOCK_BYTES).asByteBuffer();
            sum += viewed.getLong(0);
          }
          return sum;
        });
  }

  private static Row copy(Arena arena) {
    ByteBuffer buffer = ByteBuffer.allocateDirect(BUCKET_BYTES);
    MemorySegment segment = arena.allocate(BUCKET_BYTES);
    ByteBuffer block = ByteBuffer.allocateDirect(BLOCK_BYTES);
    MemorySegment blockSegment = MemorySegment.ofBuffer(block);
    return new Row(
        "copy of a block of 64 KB",
        500,
        operations -> {
          for (int i = 0; i < operations; i++) {
            buffer.put(address(i), block, 0, BLOCK_BYTES);
          }
          return buffer.get(0);
        },
        operations -> {
          for (int i = 0; i < operations; i++) {
            MemorySegment.copy(blockSegment, 0, segment, address(i), BLOCK_BYTES);
          }
          return segment.get(ValueLayout.JAVA_BYTE, 0);
        });
  }

  /** The memory of a bucket; that of a buffer is freed by the collector, when it is short. */
  private static Row free() {
    return new Row(
        "memory of a bucket allocated and freed",
        10,
        operations -> {
          long sum = 0;
          for (int i = 0; i < operations; i++) {
            sum += ByteBuffer.allocateDirect(BUCKET_BYTES).get(i);
          }
          return sum;
        },
        operations -> {
          long sum = 0;
          for (int i = 0; i < operations; i++) {
            try (Arena arena = Arena.ofShared()) {
              sum += arena.allocate(BUCKET_BYTES).get(ValueLayout.JAVA_BYTE, i);
            }
          }
          return sum;
        });
  }

  // ---- the engine's accesses, in the two forms

  private static final class BufferHits implements Work {
    private final ByteBuffer[] buckets;
    private final int[] handles;
    private int next;

    BufferHits(ByteBuffer[] buckets, int[] handles) {
      this.buckets = buckets;
      this.handles = handles;
    }

    @Override
    public long run(int operations) {
      long found = 0;
      for (int i = 0; i < operations; i++) {
        int handle = handles[next++ & HANDLES - 1];
        found += hit(buckets[handle >>> 8], (handle & 0xFF) * HEADER_BYTES, handle);
      }
      return found;
    }

    private static int hit(ByteBuffer bucket, int header, int handle) {
      long meta = (long) BUFFER.getAcquire(bucket, header + META);
      if ((long) BUFFER.getAcquire(bucket, header + OFFSET) != handle
          || (long) BUFFER.getAcquire(bucket, header + FILE) != 1
          || !BUFFER.compareAndSet(bucket, header + META, meta, meta + 1)) {
        return 0;
      }
      long before = (long) BUFFER.getAndAdd(bucket, header + META, -1L);
      return before > 0 ? 1 : 0;
    }
  }

  private static final class SegmentHits implements Work {
    private final MemorySegment[] buckets;
    private final int[] handles;
    private int next;

    SegmentHits(MemorySegment[] buckets, int[] handles) {
      this.buckets = buckets;
      this.handles = handles;
    }

    @Override
    public long run(int operations) {
      long found = 0;
      for (int i = 0; i < operations; i++) {
        int handle = handles[next++ & HANDLES - 1];
        found += hit(buckets[handle >>> 8], (handle & 0xFF) * (long) HEADER_BYTES, handle);
      }
      return found;
    }

    private static int hit(MemorySegment bucket, long header, int handle) {
      long meta = (long) SEGMENT.getAcquire(bucket, header + META);
      if ((long) SEGMENT.getAcquire(bucket, header + OFFSET) != handle
          || (long) SEGMENT.getAcquire(bucket, header + FILE) != 1
          || !SEGMENT.compareAndSet(bucket, header + META, meta, meta + 1)) {
        return 0;
      }
      long before = (long) SEGMENT.getAndAdd(bucket, header + META, -1L);
      return before > 0 ? 1 : 0;
    }
  }

  private static final class BufferSamples implements Work {
    private final ByteBuffer[] buckets;
    private final int[] handles;
    private final ByteBuffer[] headers = new ByteBuffer[SAMPLE];
    private int next;

    BufferSamples(ByteBuffer[] buckets, int[] handles) {
      this.buckets = buckets;
      this.handles = handles;
    }

    @Override
    public long run(int operations) {
      long sum = 0;
      for (int i = 0; i < operations; i++, next += SAMPLE) {
        for (int j = 0; j < SAMPLE; j++) {
          headers[j] = buckets[handles[next + j & HANDLES - 1] >>> 8];
        }
        for (int j = 0; j < SAMPLE; j++) {
          int header = (handles[next + j & HANDLES - 1] & 0xFF) * HEADER_BYTES;
          sum += (long) BUFFER.getOpaque(headers[j], header + META);
        }
      }
      return sum;
    }
  }

  private static final class SegmentSamples implements Work {
    private final MemorySegment[] buckets;
    private final int[] handles;
    private final MemorySegment[] headers = new MemorySegment[SAMPLE];
    private int next;

    SegmentSamples(MemorySegment[] buckets, int[] handles) {
      this.buckets = buckets;
      this.handles = handles;
    }

    @Override
    public long run(int operations) {
      long sum = 0;
      for (int i = 0; i < operations; i++, next += SAMPLE) {
        for (int j = 0; j < SAMPLE; j++) {
          headers[j] = buckets[handles[next + j & HANDLES - 1] >>> 8];
        }
        for (int j = 0; j < SAMPLE; j++) {
          long header = (handles[next + j & HANDLES - 1] & 0xFF) * (long) HEADER_BYTES;
          sum += (long) SEGMENT.getOpaque(headers[j], header + META);
        }
      }
      return sum;
    }
  }

  // ---- memory

  private static int address(int i) {
    return (i & 31) * BLOCK_BYTES;
  }

  private static int[] handles(int buckets) {
    SplittableRandom random = new SplittableRandom(1);
    return random
        .ints(HANDLES, 0, buckets)
        .map(bucket -> bucket << 8 | random.nextInt(SLOTS))
        .toArray();
  }

  private static ByteBuffer[] buffers(int buckets) {
    ByteBuffer[] buffers = new ByteBuffer[buckets];
    for (int bucket = 0; bucket < buckets; bucket++) {
      buffers[bucket] =
          ByteBuffer.allocateDirect(SLOTS * HEADER_BYTES + HEADER_BYTES)
              .alignedSlice(HEADER_BYTES)
              .order(ByteOrder.nativeOrder());
      for (int slot = 0; slot < SLOTS; slot++) {
        buffers[bucket].putLong(slot * HEADER_BYTES + META, 1L << 20);
        buffers[bucket].putLong(slot * HEADER_BYTES + OFFSET, bucket << 8 | slot);
        buffers[bucket].putLong(slot * HEADER_BYTES + FILE, 1);
      }
    }
    return buffers;
  }

  private static MemorySegment[] segments(Arena arena, int buckets) {
    MemorySegment[] segments = new MemorySegment[buckets];
    for (int bucket = 0; bucket < buckets; bucket++) {
      segments[bucket] = arena.allocate(SLOTS * HEADER_BYTES, HEADER_BYTES);
      for (int slot = 0; slot < SLOTS; slot++) {
        long header = (long) slot * HEADER_BYTES;
        segments[bucket].set(ValueLayout.JAVA_LONG, header + META, 1L << 20);
        segments[bucket].set(ValueLayout.JAVA_LONG, header + OFFSET, bucket << 8 | slot);
        segments[bucket].set(ValueLayout.JAVA_LONG, header + FILE, 1);
      }
    }
    return segments;
  }

  // ---- measuring

  private static void measure(Row row, boolean quick) {
    int pairs = quick ? 2 : PAIRS;
    double[] buffers = new double[pairs];
    double[] segments = new double[pairs];
    Random order = new Random(1);
    // As many pairs again as a warm-up.
    for (int pair = -pairs; pair < pairs; pair++) {
      boolean first = order.nextBoolean();
      double one = nanos(first ? row.buffers : row.segments, row.operations, quick);
      double other = nanos(first ? row.segments : row.buffers, row.operations, quick);
      if (pair >= 0) {
        buffers[pair] = first ? one : other;
        segments[pair] = first ? other : one;
      }
    }
    Ratio ratio = ratio(buffers, segments);
    System.out.printf(
        Locale.ROOT,
        "| %s | %,.1f ns | %,.1f ns | %.3f (%.3f–%.3f) |%n",
        row.name,
        ratio.buffers,
        ratio.segments,
        ratio.median,
        ratio.low,
        ratio.high);
  }

  private static double nanos(Work work, int operations, boolean quick) {
    long begin = System.nanoTime();
    long end = begin + (quick ? 1_000_000L : SLICE_MILLIS * 1_000_000L);
    long done = 0;
    long sum = 0;
    long now;
    do {
      sum += work.run(operations);
      done += operations;
      now = System.nanoTime();
    } while (now < end);
    consumed = sum;
    return (double) (now - begin) / done;
  }

  private static Ratio ratio(double[] buffers, double[] segments) {
    double[] ratios = new double[buffers.length];
    Arrays.setAll(ratios, i -> segments[i] / buffers[i]);
    SplittableRandom random = new SplittableRandom(2);
    double[] medians = new double[RESAMPLES];
    for (int i = 0; i < RESAMPLES; i++) {
      double[] resample = new double[ratios.length];
      Arrays.setAll(resample, j -> ratios[random.nextInt(ratios.length)]);
      medians[i] = median(resample);
    }
    Arrays.sort(medians);
    return new Ratio(
        median(buffers),
        median(segments),
        median(ratios),
        medians[RESAMPLES / 40],
        medians[RESAMPLES - 1 - RESAMPLES / 40]);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
