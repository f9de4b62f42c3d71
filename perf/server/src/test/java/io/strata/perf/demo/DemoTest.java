package io.strata.perf.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.perf.load.DataTable;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The options, without starting a server, and the tables. */
class DemoTest {
  @TempDir Path folder;

  @Test
  void unknownOptionIsRejected() {
    assertThat(errors(2, "--cache=64"))
        .isEqualTo("Unknown option: '--cache=64'. See ./strata demo --help.\n");
  }

  @Test
  void missingFolderIsRejectedBeforeTheStart() {
    String usual = System.getProperty("java.io.tmpdir");
    System.setProperty("java.io.tmpdir", folder.resolve("missing").toString());
    try {
      assertThat(errors(1))
          .endsWith("missing does not exist: create it, or set TMPDIR to another folder.\n")
          .hasLineCount(1);
    } finally {
      System.setProperty("java.io.tmpdir", usual);
    }
  }

  @Test
  void tablesHaveBlocksOfTheIntendedSizes() {
    assertThat(blockBytes(DemoTables.HOT)).isBetween(64L << 10, 65L << 10);
    assertThat(blockBytes(DemoTables.SMALLER_BLOCKS)).isBetween(24L << 10, 25L << 10);
    assertThat(blockBytes(DemoTables.AWKWARD)).isBetween(66L << 10, 70L << 10);
  }

  private static long blockBytes(DataTable table) {
    return table.bytes(0, table.rowsPerBlock());
  }

  private static String errors(int code, String... arguments) {
    PrintStream terminal = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      assertThat(Demo.execute(arguments)).isEqualTo(code);
      return errors.toString(StandardCharsets.UTF_8);
    } finally {
      System.setErr(terminal);
    }
  }
}
