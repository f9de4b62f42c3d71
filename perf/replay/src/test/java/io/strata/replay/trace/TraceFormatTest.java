package io.strata.replay.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TraceFormatTest {
  @Test
  void readsLines() throws IOException {
    assertThat(blocks(read(TraceFormat.LINES, "7\n*\n\n 9 \n7\n"))).containsExactly(0, 1, 0);
    assertThat(blocks(read(TraceFormat.HEX_LINES, "ff\nFF\n" + "ab".repeat(16) + "\n")))
        .containsExactly(0, 0, 1);
  }

  @Test
  void readsWords() throws IOException {
    byte[] ints = ByteBuffer.allocate(12).putInt(5).putInt(-1).putInt(5).array();
    byte[] longs = ByteBuffer.allocate(16).putLong(1L << 40).putLong(0).array();
    assertThat(blocks(TraceFormat.INTS.read("t", new ByteArrayInputStream(ints))))
        .containsExactly(0, 1, 0);
    assertThat(blocks(TraceFormat.LONGS.read("t", new ByteArrayInputStream(longs))))
        .containsExactly(0, 1);
  }

  @Test
  void reportsWhereAFileIsDamaged() {
    assertThatThrownBy(() -> read(TraceFormat.LINES, "1\nx1\n"))
        .hasMessage("damaged: line 2 is not a number: x1");
    assertThatThrownBy(() -> read(TraceFormat.INTS, "12345"))
        .hasMessage("damaged: the last access has fewer than 4 bytes.");
    assertThatThrownBy(() -> read(TraceFormat.LINES, "*\n")).hasMessage("damaged has no accesses.");
  }

  private static Trace read(TraceFormat format, String text) throws IOException {
    return format.read("damaged", new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
  }

  private static int[] blocks(Trace trace) {
    return IntStream.range(0, trace.length()).map(trace::at).toArray();
  }
}
