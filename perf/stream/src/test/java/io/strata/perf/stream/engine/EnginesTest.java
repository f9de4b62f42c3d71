package io.strata.perf.stream.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Each engine returns the data it was given, so that all do the same work. */
class EnginesTest {
  private static final Sizing ENTRIES = new Sizing(20, 30_000);
  private static final Sizing STREAMS = new Sizing(3, AppendEngine.MAX_STREAM_BYTES);
  private static final int ROUNDS = 2_000;

  @TempDir Path folder;

  private final Random random = new Random(1);

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void returnsInsertedEntries(EngineKind kind) {
    try (EntryEngine engine = kind.open(ENTRIES, folder)) {
      Map<Integer, byte[]> model = new HashMap<>();
      byte[] into = new byte[ENTRIES.entryBytes()];
      for (int i = 0; i < ROUNDS; i++) {
        int number = random.nextInt(ENTRIES.entries());
        if (model.remove(number) != null) {
          engine.delete(number);
        } else {
          byte[] data = bytes(1 + random.nextInt(ENTRIES.entryBytes()));
          engine.insert(number, data);
          model.put(number, data.clone());
          Arrays.fill(data, (byte) 0); // The engine must have copied the data.
        }
        for (int each : model.keySet()) {
          int length = engine.read(each, into);
          assertThat(Arrays.copyOf(into, length)).isEqualTo(model.get(each));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("appenders")
  void returnsAppendedBytes(EngineKind kind) {
    try (AppendEngine engine = (AppendEngine) kind.open(STREAMS, folder)) {
      int[] lengths = new int[STREAMS.entries()];
      for (int i = 0; i < ROUNDS; i++) {
        int number = random.nextInt(lengths.length);
        byte[] data = bytes(1 + random.nextInt(random.nextBoolean() ? 200 : 30_000));
        boolean begins = lengths[number] + data.length > AppendEngine.MAX_STREAM_BYTES;

        int from = engine.append(number, data);

        assertThat(from).isEqualTo(begins ? 0 : lengths[number]);
        lengths[number] = from + data.length;
        byte[] into = new byte[data.length];
        engine.readAppended(number, from, into);
        assertThat(into).isEqualTo(data);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(EngineKind.class)
  void isAnAppendEngineIfItsKindAppends(EngineKind kind) {
    try (EntryEngine engine = kind.open(STREAMS, folder)) {
      assertThat(engine instanceof AppendEngine).isEqualTo(kind.appends());
    }
  }

  static Stream<EngineKind> appenders() {
    return Stream.of(EngineKind.values()).filter(EngineKind::appends);
  }

  private byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }
}
