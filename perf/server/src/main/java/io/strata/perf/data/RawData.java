package io.strata.perf.data;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder that holds all of a run: {@code run.json} with its {@link RunFacts}, and below {@code
 * samples} a folder for each {@link Sample}. A sample is there once its {@code sample.json} is,
 * which appears whole or not at all: whatever else is in a folder without it is of a sample that
 * was broken off. For one process at a time.
 */
public final class RawData {
  /** The latencies of a sample: HdrHistogram's interval log, in nanoseconds. */
  public static final String LATENCIES = "latency.hlog";

  /** The same of rows that were read a moment before. */
  public static final String IN_CACHE_LATENCIES = "in-cache.hlog";

  /** Rows in each interval, for spreadsheets. */
  public static final String THROUGHPUT = "throughput.csv";

  private static final String FACTS = "run.json";
  private static final String SAMPLES = "samples";
  private static final String SAMPLE = "sample.json";
  private static final Gson JSON =
      new GsonBuilder()
          .setPrettyPrinting()
          .disableHtmlEscaping()
          .serializeSpecialFloatingPointValues()
          .create();

  private final Path folder;

  /**
   * Of a folder that is there.
   *
   * @param folder of the run
   */
  public RawData(Path folder) {
    this.folder = folder;
  }

  /** The folder of the run. */
  public Path folder() {
    return folder;
  }

  /** What is known of the run, if it has begun. */
  public Optional<RunFacts> facts() throws IOException {
    Path file = folder.resolve(FACTS);
    return Files.exists(file) ? Optional.of(read(file, RunFacts.class)) : Optional.empty();
  }

  /** Writes what is known of the run, over what was written before. */
  public void write(RunFacts facts) throws IOException {
    write(folder.resolve(FACTS), JSON.toJson(facts));
  }

  /** Where the raw files of a sample lie, whether it is there or is yet to be. */
  public Path folderOf(SampleKey key) {
    return folder.resolve(SAMPLES).resolve(key.path());
  }

  /** Whether a sample is there. */
  public boolean has(SampleKey key) {
    return Files.exists(folderOf(key).resolve(SAMPLE));
  }

  /** Writes a sample, after all its raw files. */
  public void write(Sample sample) throws IOException {
    Path its = Files.createDirectories(folderOf(sample.key()));
    write(its.resolve(THROUGHPUT), csv(sample.throughput()));
    write(its.resolve(SAMPLE), JSON.toJson(sample));
  }

  /** Writes a sample once more under another key, with its raw files. */
  public void copy(SampleKey from, SampleKey to) throws IOException {
    Path its = Files.createDirectories(folderOf(to));
    try (Stream<Path> files = Files.list(folderOf(from))) {
      for (Path file : files.filter(file -> !file.endsWith(SAMPLE)).toList()) {
        Files.copy(file, its.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
      }
    }
    write(read(folderOf(from).resolve(SAMPLE), Sample.class).under(to));
  }

  private static String csv(Throughput throughput) {
    StringBuilder text = new StringBuilder("second,rows\n");
    for (int i = 0; i < throughput.rows().size(); i++) {
      text.append(i * throughput.intervalMillis() / 1e3).append(',');
      text.append(throughput.rows().get(i)).append('\n');
    }
    return text.toString();
  }

  /** All samples, in the order in which they were taken. */
  public List<Sample> samples() throws IOException {
    Path samples = folder.resolve(SAMPLES);
    if (!Files.isDirectory(samples)) {
      return List.of();
    }
    List<Sample> all = new ArrayList<>();
    try (Stream<Path> files = Files.walk(samples)) {
      for (Path file : files.filter(file -> file.endsWith(SAMPLE)).toList()) {
        all.add(read(file, Sample.class));
      }
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    all.sort(Comparator.comparingLong(Sample::beginMillis));
    return List.copyOf(all);
  }

  private static <T> T read(Path file, Class<T> type) throws IOException {
    try {
      T read = JSON.fromJson(Files.readString(file, UTF_8), type);
      if (read != null) {
        return read;
      }
    } catch (JsonParseException e) {
      throw new IOException(damaged(file), e);
    }
    throw new IOException(damaged(file));
  }

  private static String damaged(Path file) {
    return file + " is damaged: delete it, and what it told is measured again.";
  }

  private static void write(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.writeString(draft, text, UTF_8);
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
