package io.strata.perf.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertAll;

import io.strata.it.cluster.BuildTree;
import io.strata.trace.Attributes;
import io.strata.trace.BlockClass;
import io.strata.trace.RecordKind;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceReader;
import io.strata.trace.TraceRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs {@code ./strata record --small}: each recording has the characteristics of its load. */
class RecordIT {
  /** For HBase's data. */
  @TempDir Path data;

  /** For the lock, so that other runs on the machine do not interfere. */
  @TempDir Path temp;

  @TempDir Path outputs;

  @Test
  void recordsEachLoad() throws Exception {
    Path out = outputs.resolve("traces");
    Path output = outputs.resolve("output");

    int code = run(output, out.toString(), "--small", "--dir=" + data);

    assertThat(code).as(Files.readString(output)).isZero();
    System.out.println(Files.readString(output));
    assertThat(data).isEmptyDirectory();
    assertThat(temp.toFile().list()).as("the lock alone").hasSize(1);
    assertThat(out.toFile().list())
        .containsExactlyInAnyOrder(
            Arrays.stream(RecordedLoad.values()).map(RecordedLoad::id).toArray(String[]::new));
    assertAll(
        Arrays.stream(RecordedLoad.values())
            .map(load -> () -> check(load, read(out.resolve(load.id())))));
  }

  @Test
  void measuresTheOverheadOfRecording() throws Exception {
    Path output = outputs.resolve("output");

    int code = run(output, "--cost", "--small", "--dir=" + data);

    String printed = Files.readString(output);
    assertThat(code).as(printed).isZero();
    assertThat(data).isEmptyDirectory();
    assertThat(printed.lines().filter(line -> line.contains(" a second ")))
        .hasSize(2)
        .allMatch(line -> line.matches("(\\|[^|]+){2}(\\| +[1-9][0-9,.]+ ){2}\\|.* %.*\\|"));
    assertThat(printed.lines().filter(line -> line.contains(" of CPU "))).hasSize(2);
  }

  private static void check(RecordedLoad load, List<TraceRecord> records) {
    assertThat(records)
        .as("%s", load)
        .noneMatch(record -> record.kind() == RecordKind.DROPPED)
        .allMatch(record -> record.file().matches("[0-9a-f]{32}"));
    List<TraceRecord> lookUps = lookUps(records);
    List<TraceRecord> cached = keep(lookUps, record -> record.has(Attributes.CACHING));
    List<TraceRecord> others = keep(lookUps, record -> !record.has(Attributes.CACHING));
    assertThat(cached).as("%s", load).hasSizeGreaterThan(1_000);
    switch (load) {
      case YCSB_ZIPFIAN -> {
        assertThat(files(cached)).hasSize(1);
        assertThat(shareFrom(cached, 0.5)).isBetween(0.3, 0.7);
      }
      case YCSB_LATEST -> {
        String loaded = cached.get(0).file();
        assertThat(files(cached)).as("loaded, and flushed").hasSizeGreaterThan(1);
        assertThat(shareFrom(of(cached, loaded), 0.5)).isGreaterThan(0.7);
      }
      case YCSB_SCANS -> assertThat(shareInOrder(cached)).isGreaterThan(0.6);
      case PE -> assertThat(shareInOrder(cached)).isBetween(0.1, 0.6);
      case FULL_SCAN -> {
        assertThat(files(cached)).hasSize(2);
        assertThat(files(cached).stream().map(file -> of(cached, file)))
            .as("scanned")
            .anyMatch(each -> shareInOrder(each) > 0.95)
            .as("hot")
            .anyMatch(each -> shareFrom(each, 0.1) < 0.3);
      }
      case COMPACTION_STORM -> {
        assertThat(shareInOrder(others)).isGreaterThan(0.99);
        assertThat(files(others)).hasSizeGreaterThan(1);
        assertThat(files(cached)).hasSizeGreaterThan(1);
        assertThat(shareFrom(cached, 0.1)).as("not hot").isLessThan(0.3);
      }
    }
    if (load != RecordedLoad.COMPACTION_STORM) {
      assertThat(others).as("%s", load).isEmpty();
    }
  }

  private static List<TraceRecord> of(List<TraceRecord> lookUps, String file) {
    return keep(lookUps, record -> record.file().equals(file));
  }

  private static Set<String> files(Collection<TraceRecord> lookUps) {
    return lookUps.stream().map(TraceRecord::file).collect(Collectors.toCollection(HashSet::new));
  }

  private static List<TraceRecord> keep(List<TraceRecord> all, Predicate<TraceRecord> wanted) {
    return all.stream().filter(wanted).toList();
  }

  /** Returns look-ups of data blocks, and of blocks that scans request without a type. */
  private static List<TraceRecord> lookUps(List<TraceRecord> records) {
    return keep(
        records,
        record ->
            record.kind() == RecordKind.LOOKUP
                && !record.has(Attributes.REPEAT)
                && (record.type() == BlockClass.DATA || record.type() == BlockClass.UNKNOWN));
  }

  /** Returns the share of look-ups beyond a fraction of the file. */
  private static double shareFrom(List<TraceRecord> lookUps, double fraction) {
    double end = lookUps.stream().mapToLong(TraceRecord::offset).max().orElseThrow();
    return (double) keep(lookUps, record -> record.offset() / end > fraction).size()
        / lookUps.size();
  }

  /** Returns the share of look-ups of a block right or shortly after the last one. */
  private static double shareInOrder(List<TraceRecord> lookUps) {
    int inOrder = 0;
    for (int i = 1; i < lookUps.size(); i++) {
      long step = lookUps.get(i).offset() - lookUps.get(i - 1).offset();
      inOrder += step > 0 && step < 400_000 ? 1 : 0;
    }
    return (double) inOrder / lookUps.size();
  }

  private static List<TraceRecord> read(Path folder) throws IOException {
    List<TraceRecord> records = new ArrayList<>();
    for (Path file : TraceFiles.in(folder)) {
      assertThat(TraceReader.read(file, records::add).isWhole()).isTrue();
    }
    return records;
  }

  private int run(Path output, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(BuildTree.root().resolve("strata").toString());
    command.add("record");
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().put("TMPDIR", temp.toString());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    return builder.start().waitFor();
  }
}
