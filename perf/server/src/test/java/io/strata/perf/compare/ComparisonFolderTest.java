package io.strata.perf.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.common.BenchException;
import io.strata.perf.common.Facts;
import io.strata.perf.pair.PairedRun;
import io.strata.perf.pair.SlicePair;
import io.strata.perf.pair.Slices;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ComparisonFolderTest {
  @TempDir private Path folder;

  @Test
  void loadsAreAddedAndFoundAgain() throws Exception {
    ComparisonFolder data = ComparisonFolder.open(folder.resolve("new"), facts("first", "4"));
    data.add(ComparedPair.LRU, run(ComparedLoad.HIT_GET), facts("first", "4"));
    ComparisonFolder again = ComparisonFolder.open(folder.resolve("new"), facts("second", "4"));
    again.add(ComparedPair.LRU, run(ComparedLoad.YCSB_A), facts("second", "4"));

    ComparisonFolder all = new ComparisonFolder(folder.resolve("new"));
    assertThat(all.has(ComparedPair.LRU, ComparedLoad.HIT_GET)).isTrue();
    assertThat(all.has(ComparedPair.LRU, ComparedLoad.YCSB_A)).isTrue();
    assertThat(all.has(ComparedPair.LRU, ComparedLoad.YCSB_B)).isFalse();
    assertThat(all.has(ComparedPair.CONTROL, ComparedLoad.HIT_GET)).isFalse();
    assertThat(all.all()).hasSize(1);
    assertThat(all.all().get(0).first()).isEqualTo("LruBlockCache");
    assertThat(all.all().get(0).runs()).hasSize(2);
    // A resumed run keeps the facts of its first start.
    assertThat(all.all().get(0).facts()).containsEntry("Command", "`first`");
  }

  @Test
  void folderOfAnotherComparisonIsRejected() throws Exception {
    ComparisonFolder data = ComparisonFolder.open(folder, facts("first", "4"));
    data.add(ComparedPair.LRU, run(ComparedLoad.HIT_GET), facts("first", "4"));

    assertThatThrownBy(() -> ComparisonFolder.open(folder, facts("first", "5")))
        .isInstanceOf(BenchException.class)
        .hasMessageContaining("--output=" + folder + ": holds another comparison, begun by `first`")
        .hasMessageContaining(", with Slices 4, not 5. Repeat that command")
        .hasMessageEndingWith("or choose another folder.");
    Facts small = new Facts("third", "rounds", true).add("Slices", "4");
    assertThatThrownBy(() -> ComparisonFolder.open(folder, small))
        .hasMessageContaining(", with Small false, not true. Repeat");
  }

  @Test
  void folderWithOtherFilesIsRejected() throws Exception {
    Files.writeString(folder.resolve("thesis.tex"), "");
    assertThatThrownBy(() -> ComparisonFolder.open(folder, facts("first", "4")))
        .hasMessageEndingWith("Choose another folder.");
  }

  private static Facts facts(String command, String pairs) {
    return new Facts(command, "rounds", false).add("Slices", pairs);
  }

  private static PairedRun run(ComparedLoad load) {
    SlicePair pair = new SlicePair(true, Slices.of(10, 1, 1_000_000), Slices.of(20, 1, 1_000_000));
    return new PairedRun(load.title(), false, List.of(pair));
  }
}
