package io.strata.perf.bench;

import com.github.luben.zstd.Zstd;
import io.strata.l2.compress.BlockCompressor;
import io.strata.perf.common.DataSet;
import io.strata.readpath.compress.Algorithms;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import net.jpountz.lz4.LZ4Factory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Compresses and decompresses a 64 KB block in direct memory with the libraries that Strata could
 * use. Prints the compressed size of each.
 *
 * <p>Command: {@code ./strata bench jmh CompressorBenchmark}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 2, time = 1)
@Measurement(iterations = 3, time = 1)
@Fork(1)
public class CompressorBenchmark {
  private static final BlockCompressor LZ4 = Algorithms.ALL.get(0);
  private static final BlockCompressor ZSTD = Algorithms.zstdInJava();

  private static final int BLOCK = 64 << 10;
  private static final int BUFFER = 2 * BLOCK;

  /** A library with an algorithm. */
  public enum Library {
    /** Java; bundled with Strata. */
    AIRCOMPRESSOR_LZ4,
    /** Java; bundled with Strata. */
    AIRCOMPRESSOR_ZSTD,
    /** Native, by JNI. */
    LZ4_JAVA,
    /** Native, by JNI, level 1. */
    ZSTD_JNI_1,
    /** Native, by JNI, level 3. */
    ZSTD_JNI_3
  }

  @Param public Library library = Library.AIRCOMPRESSOR_LZ4;

  @Param({"LINEITEM", "JSON", "TIME_SERIES"})
  public DataSet data = DataSet.JSON;

  private final ByteBuffer raw = ByteBuffer.allocateDirect(BLOCK);
  private final ByteBuffer to = ByteBuffer.allocateDirect(BUFFER);
  private final ByteBuffer compressed = ByteBuffer.allocateDirect(BUFFER);
  private final ByteBuffer back = ByteBuffer.allocateDirect(BLOCK);

  /** Fills the block with rows. */
  @Setup
  public void fill() throws IOException {
    data.write(
        (key, qualifiers, values) -> {
          put(key);
          for (int i = 0; i < qualifiers.length; i++) {
            put(qualifiers[i]);
            put(values[i]);
          }
          return raw.hasRemaining();
        });
    raw.flip();
    compress();
    compressed.clear().put(to.flip()).flip();
    System.out.printf("%s %s: %d bytes%n", library, data, compressed.remaining());
    decompress();
    if (!back.flip().equals(raw)) {
      throw new IllegalStateException(library + " returned other bytes.");
    }
  }

  private void put(byte[] bytes) {
    raw.put(bytes, 0, Math.min(bytes.length, raw.remaining()));
  }

  /** Compresses the block. */
  @Benchmark
  public int compress() {
    to.clear();
    switch (library) {
      case AIRCOMPRESSOR_LZ4 -> LZ4.compress(raw, to);
      case AIRCOMPRESSOR_ZSTD -> ZSTD.compress(raw, to);
      case LZ4_JAVA ->
          to.position(
              LZ4Factory.fastestInstance().fastCompressor().compress(raw, 0, BLOCK, to, 0, BUFFER));
      case ZSTD_JNI_1 ->
          to.position((int) Zstd.compressDirectByteBuffer(to, 0, BUFFER, raw, 0, BLOCK, 1));
      case ZSTD_JNI_3 ->
          to.position((int) Zstd.compressDirectByteBuffer(to, 0, BUFFER, raw, 0, BLOCK, 3));
    }
    return to.position();
  }

  /** Decompresses the block. */
  @Benchmark
  public int decompress() {
    back.clear();
    int bytes = compressed.remaining();
    switch (library) {
      case AIRCOMPRESSOR_LZ4 -> LZ4.decompress(compressed, back);
      case AIRCOMPRESSOR_ZSTD -> ZSTD.decompress(compressed, back);
      case LZ4_JAVA ->
          back.position(
              LZ4Factory.fastestInstance()
                  .safeDecompressor()
                  .decompress(compressed, 0, bytes, back, 0, BLOCK));
      case ZSTD_JNI_1, ZSTD_JNI_3 ->
          back.position(
              (int) Zstd.decompressDirectByteBuffer(back, 0, BLOCK, compressed, 0, bytes));
    }
    return back.position();
  }
}
