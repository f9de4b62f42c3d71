package io.strata.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.replay.peer.PeerPolicies;
import io.strata.replay.trace.Trace;
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
  /** An empty line, and one about byte hit ratios. */
  private static final int ONE_SIZE_LINES = 2;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    return Replay.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }

  @Test
  void printsATable() {
    assertThat(run("--traces=multi1,cpp", "--percents=10,50")).as(err.toString()).isZero();

    assertThat(out.toString().lines()).hasSize(2 + 4 + 1 + ONE_SIZE_LINES);
    assertThat(out.toString())
        .startsWith(
            "| trace | of footprint | blocks | Belady's optimum | LRU | Strata | Strata, w-tiny-lfu |"
                + " Strata, s3-fifo | Strata, lru |\n")
        // LRU and the optimum agree with other simulators.
        .contains("| multi1 | 10 % | 260 | 52.74 | 43.42 |")
        .contains("| **mean** |")
        .contains("byte hit ratios are hit ratios.")
        .doesNotContain("–");
  }

  @Test
  void comparesWithPeers(@TempDir Path folder) throws IOException {
    Path csv = folder.resolve("ratios.csv");
    Path plot = folder.resolve("ratios.svg");

    assertThat(
            run(
                "--traces=multi1,cpp",
                "--percents=10,50",
                "--peers",
                "--policies=reuse-distance",
                "--csv=" + csv,
                "--plot=" + plot))
        .as(err.toString())
        .isZero();

    assertThat(err.toString()).isEqualTo("Trace 1 of 2: multi1\nTrace 2 of 2: cpp\n");
    assertThat(out.toString())
        .startsWith("| policy | 10 % | 50 % | mean | held out | less LRU, at worst |\n")
        .contains("| Strata |", "| linked.Lru_TinyLfu |");
    int policies = 3 + PeerPolicies.all().size();
    assertThat(out.toString().lines()).hasSize(2 + policies + ONE_SIZE_LINES);
    assertThat(Files.readAllLines(csv))
        .hasSize(1 + 2 * 2 * policies)
        .contains(
            "\"multi1\",10,260,blocks,\"LRU\",0.434229,0.434229",
            "\"multi1\",10,260,blocks,\"linked.Lru\",0.434229,0.434229");
    assertThat(plot).content().contains(">Strata</text>", ">two-queue.S3Fifo</text>");
  }

  @Test
  void printsByteHitRatios(@TempDir Path folder) throws IOException {
    Path csv = folder.resolve("ratios.csv");
    Path plot = folder.resolve("ratios.svg");

    assertThat(
            run(
                "--traces=cpp,mixed-sizes",
                "--percents=1,50",
                "--policies=reuse-distance",
                "--csv=" + csv,
                "--plot=" + plot))
        .as(err.toString())
        .isZero();

    assertThat(out.toString().lines()).hasSize((2 + 2 + 1) + ONE_SIZE_LINES + 1 + (2 + 2 + 1));
    assertThat(out.toString())
        .contains(
            "| trace | of footprint | blocks | Belady's optimum | LRU | Strata |\n",
            "| trace | of footprint | MB | PFOO-L bound | PFOO-L bound, bytes | LRU | LRU, bytes |"
                + " Strata | Strata, bytes |\n",
            // A tier of 11 MB is below a server's minimum.
            " | – | – |\n")
        .containsPattern("mixed-sizes \\| 50 % \\| 595 \\|( \\d+\\.\\d\\d \\|){6}\n")
        .containsPattern("mean\\*\\* \\|  \\|  \\|( \\d+\\.\\d\\d \\|){6}\n");
    assertThat(Files.readAllLines(csv)).hasSize(1 + 2 * 3 + 2 + 3);
    assertThat(plot)
        .content()
        .contains(">Belady&apos;s optimum<".replace("&apos;", "'"), ">PFOO-L bound<")
        .contains(">byte hit ratio, %<");
  }

  @Test
  void comparesByBytesWithPeersThatSupportLengths() {
    assertThat(run("--traces=small-hot", "--percents=50", "--peers", "--policies=reuse-distance"))
        .as(err.toString())
        .isZero();

    Trace lengths = Trace.ofLengths("lengths", new int[] {1}, 0);
    long peers = PeerPolicies.all().stream().filter(each -> each.accepts(lengths)).count();
    assertThat(out.toString().lines().count()).isEqualTo(2 + 3 + peers);
    assertThat(out.toString())
        .startsWith("| policy | 50 % | 50 %, bytes | mean | mean, bytes | less LRU, at worst |")
        .contains("| Strata |", "| greedy-dual.Gdsf |")
        .doesNotContain("–", "irr.Lirs");
  }

  @Test
  void printsErrorsOfTheCurve() {
    assertThat(run("--traces=multi1,loop", "--curve")).as(err.toString()).isZero();

    assertThat(out.toString().lines()).hasSize(2 + 2 + 1);
    assertThat(out.toString())
        .contains("| multi1 | 15,858 | 2,606 | 2,606 | 1.0000 | 0.000")
        .contains("| **all** |");
  }

  @Test
  void invalidOptionsAreRejected() {
    assertThat(run("--traces=multi9")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("--traces=multi9: unknown trace. Choose from multi1, multi2,");
    assertThat(run("--percents=0")).isEqualTo(2);
    assertThat(err.toString()).contains("--percents=0: must be from 1 to 100.");
    assertThat(run("--policies=lfu")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--policies=lfu: unknown policy. Choose from reuse-distance, w-tiny");
    assertThat(run("--csv=none/ratios.csv")).isEqualTo(2);
    assertThat(err.toString())
        .contains("--csv=none/ratios.csv: its folder does not exist. Create it.");
    assertThat(run("--curve=2")).isEqualTo(2);
    assertThat(err.toString()).contains("--curve=2.0: must be above 0, at most 1.");
  }

  @Test
  void reportsBlocksOfUnknownLength(@TempDir Path folder) throws IOException {
    Path file = folder.resolve(TraceFiles.name(1, 2, 3));
    int hints = Attributes.CACHING | Attributes.COUNTED;
    int hit = Attributes.ofLookup(BlockClass.DATA, Outcome.OFF_HEAP, hints);
    int miss = Attributes.ofLookup(BlockClass.DATA, Outcome.MISS, hints);
    try (TraceWriter writer =
        new TraceWriter(
            Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            Map.of())) {
      writer.define(0, "a", 1_000);
      writer.add(RecordKind.LOOKUP.code(), hit, 1_000, 0, 7, 600);
      writer.add(RecordKind.LOOKUP.code(), miss, 1_001, 0, 8, 0);
      writer.add(RecordKind.LOOKUP.code(), hit, 1_002, 0, 7, 600);
    }

    assertThat(run("--trace-files=" + folder, "--percents=50")).as(err.toString()).isZero();

    assertThat(err.toString())
        .endsWith(
            folder.getFileName()
                + " has no length for 1 of 2 blocks; the mean of the others is used.\n");
    // Of three times 600 bytes, one is kept for at most one hit; LRU keeps the one in between.
    assertThat(out.toString()).contains(" | 50 % | 0 | 33.33 | 33.33 | 0.00 | 0.00 | – | – |");
  }

  @Test
  void summarizesAndReplaysARecording(@TempDir Path folder) throws IOException {
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
            RecordKind.LOOKUP.code(),
            i < 10 ? miss : hit,
            1_000 + i,
            0,
            i % 10,
            i < 10 ? 0 : 5 << 20);
      }
      writer.add(RecordKind.DROPPED.code(), 0, 2_500, 0, 0, 77);
    }

    assertThat(run("--show=" + folder)).as(err.toString()).isZero();
    assertThat(out.toString())
        .startsWith(folder + ": 21 records, 1 files, 1.5 s\n- lookup: 20\n")
        .contains("- accesses not recorded: 77\n")
        .endsWith("| data | 10 | 52,428,800 | 20 | 50.00 % | 0 | 10 | 0 | 0 |\n");

    out.getBuffer().setLength(0);
    assertThat(run("--trace-files=" + folder, "--percents=100")).as(err.toString()).isZero();
    assertThat(out.toString().lines()).hasSize(2 + 1 + 1);
    assertThat(out.toString())
        .contains("| " + folder.getFileName() + " | 100 % | 50 | 50.00 | 50.00 | 50.00 | 50.00 |");

    assertThat(run("--show=" + folder.resolve("none"))).isEqualTo(1);
    assertThat(err.toString()).contains("none cannot be read as a trace");
  }
}
