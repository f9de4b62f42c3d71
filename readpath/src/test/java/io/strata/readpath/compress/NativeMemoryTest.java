package io.strata.readpath.compress;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The memory of a process with as many dictionaries as are allowed is within what is counted. */
class NativeMemoryTest {
  private static final Path STATUS = Path.of("/proc/self/status");
  private static final String ANONYMOUS = "RssAnon:";

  @Test
  void dictionariesTakeNoMoreThanIsCounted() throws Exception {
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
                NativeMemoryTest.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
    assertThat(process.waitFor()).isZero();
    assertThat(Long.parseLong(printed))
        .isBetween(Dictionaries.maxNativeBytes(0) / 4, Dictionaries.maxNativeBytes(0));
  }

  /** Prints the growth of the process while it trains one dictionary and uses all, in bytes. */
  public static void main(String[] args) throws IOException {
    List<byte[]> samples =
        IntStream.range(0, FamilyPacker.SAMPLE_BYTES / Samples.BLOCK)
            .mapToObj(i -> Samples.block(i % 8, i))
            .toList();
    ByteBuffer raw = ByteBuffer.allocateDirect(FamilyPacker.MAX_BLOCK_BYTES);
    while (raw.remaining() >= Samples.BLOCK) {
      raw.put(samples.get(raw.position() / Samples.BLOCK));
    }
    raw.flip();
    ByteBuffer to = ByteBuffer.allocateDirect(2 * FamilyPacker.MAX_BLOCK_BYTES);
    NativeZstd.runs();
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
    System.out.println(memory() - before);
    assertThat(kept).hasSize(3 * Dictionaries.MAX);
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
