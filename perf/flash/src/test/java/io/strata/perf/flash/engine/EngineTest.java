package io.strata.perf.flash.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The real engines on real files. Closing Strata's checks that nothing leaked. */
class EngineTest {
  private static final long BYTES = 64L << 20;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "STRATA,65536",
    "STRATA,4096",
    "STRATA,900",
    "HBASE,65536",
    "HBASE,4096",
    "HBASE,900"
  })
  void findsInsertedBlocksOnly(EngineKind kind, int blockBytes) throws Exception {
    Blocks blocks = new Blocks(300, blockBytes);
    try (Engine engine = kind.open(Setup.of(folder, blocks, BYTES))) {
      for (int i = 0; i < 200; i++) {
        engine.insert(i);
      }
      engine.force();

      for (int i = 0; i < 300; i++) {
        assertThat(engine.read(i)).as("block %d", i).isEqualTo(i < 200);
      }
      assertThat(engine.blocks()).isEqualTo(200);
      assertThat(engine.lost(200)).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STRATA", "HBASE"})
  void restoresBlocksAfterRestart(EngineKind kind) throws Exception {
    Setup setup = Setup.of(folder, new Blocks(200, 900), BYTES).onDevices(1).restarted();
    try (Engine engine = kind.open(setup)) {
      for (int i = 0; i < 200; i++) {
        engine.insert(i);
      }
      engine.force();
    }
    try (Engine engine = kind.open(setup)) {
      if (engine instanceof StrataEngine strata) {
        strata.store().awaitRestored();
      }
      assertThat(engine.blocks()).isEqualTo(200);
      assertThat(engine.read(7)).isTrue();
    }
  }

  @Test
  void writeThroughWritesEachBlock() throws Exception {
    Blocks blocks = new Blocks(2_000, Short.MAX_VALUE);
    try (Engine engine = EngineKind.WRITE_THROUGH.open(Setup.of(folder, blocks, 40_000_000))) {
      engine.insert(0);
      long one = engine.writtenBytes().orElseThrow();
      for (int i = 0; i < 2_000; i++) {
        engine.insert(i);
      }

      assertThat(one).isBetween((long) blocks.bytes(), blocks.bytes() + 8_192L);
      assertThat(engine.writtenBytes()).hasValue(2_000 * one);
      // The ring has wrapped: it holds as many blocks as fit.
      assertThat(engine.blocks()).isEqualTo(40_000_000 / one);
    }
  }

  @Test
  void diskEngineWritesRegionsAndReadsBlocks() throws Exception {
    Blocks blocks = new Blocks(2_000, 1 << 16);
    Setup setup = Setup.of(folder, blocks, BYTES);
    try (Engine engine = EngineKind.DISK.open(setup)) {
      for (int i = 0; i < 200; i++) {
        engine.insert(i);
      }
      engine.force();
      long written = engine.writtenBytes().orElseThrow();

      assertThat(written % setup.regionBytes()).isZero();
      assertThat(written).isBetween(200L << 16, (200L << 16) + 2L * setup.regionBytes());
      assertThat(engine.blocks()).isEqualTo(200);
      for (int i = 0; i < 200; i++) {
        assertThat(engine.read(i)).isTrue();
      }
      for (int i = 200; i < 2_000; i++) {
        engine.insert(i);
      }
      engine.force();
      assertThat(engine.blocks()).as("as many as fit").isLessThan(1_024);
      assertThat(engine.files()).singleElement().satisfies(file -> assertThat(file).hasSize(BYTES));
    }
  }
}
