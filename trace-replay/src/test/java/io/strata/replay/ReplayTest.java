package io.strata.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.trace.Attributes;
import io.strata.trace.BlockClass;
import io.strata.trace.Outcome;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplayTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Replay.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  @Test
  void printsATable() {
    assertThat(run("--traces=multi1,cpp", "--percents=10,50")).as(err.toString()).isZero();

    assertThat(out.toString().lines()).hasSize(2 + 4 + 1);
    assertThat(out.toString())
        .startsWith("| trace | of footprint | blocks | Belady's optimum | LRU | Strata |\n")
        // LRU and the optimum as other simulators have them.
        .contains("| multi1 | 10 % | 260 | 52.74 | 43.42 |")
        .contains("| **mean** |");
  }

  @Test
  void saysWhatThereIs() {
    assertThat(run("--traces=multi9")).isEqualTo(2);
    assertThat(err.toString()).startsWith("There is no trace multi9: choose of multi1, multi2,");
    assertThat(run("--percents=0")).isEqualTo(2);
    assertThat(err.toString()).contains("--percents=0 is no size: give 1 to 100.");
  }

  @Test
  void showsAndReplaysWhatWasRecorded(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(TraceFiles.name(1, 2, 3));
    int hints = Attributes.CACHING | Attributes.COUNTED;
    int miss = Attributes.ofLookup(BlockClass.DATA, Outcome.MISS, hints);
    int hit = Attributes.ofLookup(BlockClass.DATA, Outcome.OFF_HEAP, hints);
    try (TraceWriter writer =
        new TraceWriter(
            Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            Map.of())) {
      writer.define(0, "a", 1_000);
      for (int i = 0; i < 20; i++) {
        writer.add(
            RecordKind.LOOKUP.code(), i < 10 ? miss : hit, 1_000 + i, 0, i % 10, i < 10 ? 0 : 50);
      }
      writer.add(RecordKind.DROPPED.code(), 0, 2_500, 0, 0, 77);
    }

    assertThat(run("--show=" + folder)).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith(folder + ": 21 records, 1 files, 1.5 s\n- lookup: 20\n")
        .contains("- accesses not recorded: 77\n")
        .endsWith("| data | 10 | 500 | 20 | 50.00 % | 0 | 10 | 0 |\n");

    out.getBuffer().setLength(0);
    assertThat(run("--trace-files=" + folder, "--percents=100")).as(err.toString()).isZero();
    assertThat(out.toString().lines()).hasSize(2 + 1 + 1);
    assertThat(out.toString())
        .contains("| " + folder.getFileName() + " | 100 % | 10 | 50.00 | 50.00 | 50.00 |");

    assertThat(run("--show=" + folder.resolve("none"))).isEqualTo(1);
    assertThat(err.toString()).contains("none cannot be read as a trace");
  }
}
