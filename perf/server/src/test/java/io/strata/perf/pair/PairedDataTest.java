package io.strata.perf.pair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PairedDataTest {
  @TempDir Path folder;

  @Test
  void readsWhatWasWritten() throws Exception {
    PairedSlice slow = Slices.of(10, 3, 1_000_000, 5_000_000);
    PairedSlice fast = Slices.of(20, 4, 900_000);
    PairedData data =
        new PairedData(
            true,
            "lru",
            "strata-offheap, a.key=1,2",
            Map.of("Command", "`./strata bench paired --first=lru`", "Rows", "values: some"),
            List.of(
                new PairedRun(
                    "get",
                    false,
                    List.of(new SlicePair(true, slow, fast), new SlicePair(false, fast, slow))),
                new PairedRun("scan", false, List.of(new SlicePair(false, fast, fast))),
                new PairedRun("get", true, List.of(new SlicePair(true, slow, slow)))));

    data.write(folder.resolve("file"));

    assertThat(PairedData.read(folder.resolve("file"))).isEqualTo(data);
    assertThat(Files.readAllLines(folder.resolve("file")))
        .anyMatch(
            line -> line.startsWith("main,get,2,1,second,10,10,0,1000000000,3,90,10,1000,1,"));
  }

  @Test
  void latenciesThatWereReadTakeLittleMemory() throws Exception {
    PairedSlice slice = Slices.of(1, 1, 1_000_000, 40_000_000_000L);
    SlicePair pair = new SlicePair(true, slice, slice);
    Path file = folder.resolve("file");
    new PairedData(false, "a", "b", Map.of(), List.of(new PairedRun("get", false, List.of(pair))))
        .write(file);

    assertThat(PairedData.read(file).runs().get(0).pairs())
        .allMatch(read -> read.first().latencies().getEstimatedFootprintInBytes() < 16 << 10);
  }

  @Test
  void latenciesThatWereWrittenTakeLittleMemory() throws Exception {
    List<SlicePair> pairs = new ArrayList<>();
    for (int i = 0; i < 250; i++) {
      PairedSlice slice = Slices.of(1, 1, 1_000_000);
      pairs.add(new SlicePair(true, slice, Slices.of(1, 1, 1_000_000)));
    }
    PairedData data =
        new PairedData(false, "a", "b", Map.of(), List.of(new PairedRun("get", false, pairs)));
    data.write(folder.resolve("file"));
    data.write(folder.resolve("warm-up"));
    long before = usedBytes();
    PairedData read = PairedData.read(folder.resolve("file"));
    read.write(folder.resolve("again"));

    assertThat(usedBytes() - before).isLessThan(2L * pairs.size() * (32 << 10));
    assertThat(read.runs()).isNotEmpty();
  }

  private static long usedBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  @Test
  void truncatedFileIsRejected() throws Exception {
    PairedSlice slice = Slices.of(1, 1, 1_000_000);
    SlicePair pair = new SlicePair(true, slice, slice);
    Path file = folder.resolve("file");
    new PairedData(false, "a", "b", Map.of(), List.of(new PairedRun("get", false, List.of(pair))))
        .write(file);
    List<String> lines = Files.readAllLines(file);

    Files.write(file, lines.subList(0, lines.size() - 1));
    assertThatThrownBy(() -> PairedData.read(file))
        .isInstanceOf(IOException.class)
        .hasMessage(file + " is not a complete paired measurement. Measure again.");
    Files.writeString(file, "# small: true\n");
    assertThatThrownBy(() -> PairedData.read(file)).hasMessageContaining("is not a complete");
  }
}
