package io.strata.perf.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RawDataTest {
  @TempDir private Path folder;

  @Test
  void readsWhatWasWritten() throws IOException {
    RawData data = new RawData(folder);
    Sample sample = sample(1, 2_000);
    data.write(sample);
    data.write(facts());
    assertThat(new RawData(folder).samples()).usingRecursiveComparison().isEqualTo(List.of(sample));
    assertThat(new RawData(folder).facts()).contains(facts());
    assertThat(data.folderOf(sample.key()).resolve(RawData.THROUGHPUT))
        .hasContent("second,rows\n0.0,10\n0.25,20\n");
  }

  @Test
  void samplesAreInTheOrderOfMeasurement() throws IOException {
    RawData data = new RawData(folder);
    data.write(sample(1, 3_000));
    data.write(sample(2, 2_000));
    assertThat(data.samples()).extracting(each -> each.key().round()).containsExactly(2, 1);
  }

  @Test
  void interruptedSampleDoesNotExist() throws IOException {
    RawData data = new RawData(folder);
    Sample sample = sample(1, 0);
    Files.createDirectories(data.folderOf(sample.key()));
    Files.writeString(data.folderOf(sample.key()).resolve(RawData.LATENCIES), "half of it");
    assertThat(data.has(sample.key())).isFalse();
    assertThat(data.samples()).isEmpty();
    data.write(sample);
    assertThat(data.has(sample.key())).isTrue();
  }

  @Test
  void copiedSampleHasItsFiles() throws IOException {
    RawData data = new RawData(folder);
    Sample sample = sample(1, 2_000);
    data.write(sample);
    Files.writeString(data.folderOf(sample.key()).resolve(RawData.LATENCIES), "latencies");
    SampleKey other = new SampleKey("gc", "all-hits", "lru", "G1", 8, Mode.PEAK, 1);

    data.copy(sample.key(), other);

    assertThat(data.samples()).extracting(Sample::key).containsOnly(sample.key(), other);
    assertThat(data.samples())
        .usingRecursiveFieldByFieldElementComparatorIgnoringFields("key")
        .containsExactly(sample, sample);
    assertThat(data.folderOf(other).resolve(RawData.LATENCIES)).hasContent("latencies");
    assertThat(data.folderOf(other).resolve(RawData.THROUGHPUT)).isNotEmptyFile();
  }

  @Test
  void damagedFileIsNamed() throws IOException {
    Files.writeString(folder.resolve("run.json"), "{\"rounds\": ");
    assertThatThrownBy(() -> new RawData(folder).facts())
        .isInstanceOf(IOException.class)
        .hasMessageContaining("run.json is damaged");
    Files.writeString(folder.resolve("run.json"), "");
    assertThatThrownBy(() -> new RawData(folder).facts()).hasMessageContaining("damaged");
  }

  private static Sample sample(int round, long begin) {
    return new Sample(
        new SampleKey("loadings", "all-hits", "lru", "G1", 8, Mode.PEAK, round),
        begin,
        0.5,
        30,
        3,
        Map.of(Measure.ROWS_PER_SECOND, 60.0, Measure.HIT_RATIO, 100.0),
        new Throughput(250, List.of(10L, 20L)),
        new GcSummary(1, 2, 2, Map.of("Pause", new GcSummary.Cause(1, 2, 2)), 100),
        List.of(new AllocationSite("A.b", "byte[]", 0.5)));
  }

  private static RunFacts facts() {
    return new RunFacts(
        "./strata compare",
        "2026-01-01T00:00:00Z",
        3,
        Map.of("cores", "2"),
        Map.of("HBase", "2.6.4"),
        List.of(new RunFacts.CacheConfiguration("lru", "LruBlockCache", 2, 1, Map.of("a", "b"))),
        List.of(
            new RunFacts.StudyFacts(
                "loadings",
                "Loadings",
                "What it does.",
                List.of(new RunFacts.LoadFacts("all-hits", "All hits", "Everything is there.")))),
        List.of());
  }
}
