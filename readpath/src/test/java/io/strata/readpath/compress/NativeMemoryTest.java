package io.strata.readpath.compress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.luben.zstd.ZstdDecompressCtx;
import io.strata.l2.layout.SizeClasses;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The native memory of compression is within what is counted for it. */
class NativeMemoryTest {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ANONYMOUS = "RssAnon:";

  private static final int CONTEXTS = 64;

  /** The largest block that is compressed, in whole samples. */
  private static final int MAX_BLOCK = SizeClasses.LARGEST_LEARNT / Samples.BLOCK * Samples.BLOCK;

  @Test
  void dictionariesTakeNoMoreThanIsCounted() throws Exception {
    assertThat(growthOf("dictionaries"))
        .isBetween(Dictionaries.maxNativeBytes() / 4, Dictionaries.maxNativeBytes());
  }

  @Test
  void contextsTakeNoMoreThanIsCounted() throws Exception {
    long counted = Algorithms.maxNativeBytes("zstd", CONTEXTS);
    assertThat(growthOf("contexts")).isBetween(counted / 4, counted);
  }

  /** Returns the growth of a process of its own while it does what is named, in bytes. */
  private static long growthOf(String name) throws Exception {
    assumeTrue(Files.exists(STATUS), "this system does not report the memory of a process");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms64m",
                "-Xmx64m",
                "-XX:+AlwaysPreTouch",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                NativeMemoryTest.class.getName(),
                name)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    return Long.parseLong(printed);
  }

  /** Prints the growth of the process, in bytes. */
  public static void main(String[] args) throws IOException {
    ByteBuffer block = ByteBuffer.allocateDirect(MAX_BLOCK);
    while (block.hasRemaining()) {
      block.put(Samples.block(block.position() / Samples.BLOCK % 8, block.position()));
    }
    block.flip();
    ByteBuffer to = ByteBuffer.allocateDirect(NativeZstd.maxCompressedBytes(MAX_BLOCK));
    while (to.hasRemaining()) {
      to.put((byte) 0);
    }
    to.clear();
    NativeZstd.runs();
    System.out.println(
        args[0].equals("contexts") ? useContexts(block, to) : useDictionaries(block, to));
  }

  /** Compresses and decompresses the largest block, in as many contexts as there are threads. */
  private static long useContexts(ByteBuffer block, ByteBuffer to) throws IOException {
    loadClasses();
    long before = memory();
    assertThat(NativeZstd.compress(null, block, to)).isTrue();
    to.flip();
    List<ZstdDecompressCtx> kept = new ArrayList<>();
    for (int i = 0; i < CONTEXTS; i++) {
      ZstdDecompressCtx context = new ZstdDecompressCtx();
      kept.add(context);
      int bytes = context.decompressDirectByteBuffer(block, 0, MAX_BLOCK, to, 0, to.remaining());
      assertThat(bytes).isEqualTo(MAX_BLOCK);
    }
    long growth = memory() - before;
    kept.forEach(ZstdDecompressCtx::close);
    return growth;
  }

  /** Trains one dictionary and uses as many as are allowed. */
  private static long useDictionaries(ByteBuffer block, ByteBuffer to) throws IOException {
    List<byte[]> samples =
        IntStream.range(0, FamilyPacker.SAMPLE_BYTES / Samples.BLOCK)
            .mapToObj(i -> Samples.block(i % 8, i))
            .toList();
    ByteBuffer raw = block.slice(0, FamilyPacker.MAX_BLOCK_BYTES);
    long before = memory();
    byte[] content =
        Objects.requireNonNull(NativeZstd.train(samples, FamilyPacker.DICTIONARY_BYTES));
    List<Object> kept = new ArrayList<>();
    for (int i = 0; i < Dictionaries.MAX; i++) {
      // One that is tried, and has a compressor, and one that is known.
      Dictionary tried = new Dictionary("t/f", content);
      kept.addAll(List.of(tried, tried.compressor(), new Dictionary("t/f", content)));
      Dictionaries.compress(tried, (NativeZstd.Compressor) kept.get(3 * i + 1), raw, to.clear());
    }
    long growth = memory() - before;
    assertThat(kept).hasSize(3 * Dictionaries.MAX);
    return growth;
  }

  /** Loads the classes of the measured code, whose memory is not that of zstd. */
  private static void loadClasses() throws IOException {
    assertThat(memory() > 0).isTrue();
    assertThat(CONTEXTS).isEqualTo(64);
    new ZstdDecompressCtx().close();
  }

  private static long memory() throws IOException {
    String line =
        Files.readAllLines(STATUS).stream()
            .filter(each -> each.startsWith(ANONYMOUS))
            .findAny()
            .orElseThrow();
    return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
  }
}
