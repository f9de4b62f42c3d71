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
 * The raw data of a run, in one folder: {@code run.json} holds the {@link RunFacts}, and {@code
 * samples} a folder for each {@link Sample}. A sample exists once its {@code sample.json} exists,
 * which is written atomically and last; a folder without it is of an interrupted sample. For one
 * process at a time.
 */
public final class RawData {
  /** The file of a sample's latencies: an interval log of HdrHistogram, in nanoseconds. */
  public static final String LATENCIES = "latency.hlog";

  /** The same for rows read again right after their first read. */
  public static final String IN_CACHE_LATENCIES = "in-cache.hlog";

  /** The file of the rows in each interval, for spreadsheets. */
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
   * Opens an existing folder.
   *
   * @param folder of the run
   */
  public RawData(Path folder) {
    this.folder = folder;
  }

  /** Returns the folder of the run. */
  public Path folder() {
    return folder;
  }

  /** Returns the facts of the run, or empty if it has not begun. */
  public Optional<RunFacts> facts() throws IOException {
    Path file = folder.resolve(FACTS);
    return Files.exists(file) ? Optional.of(read(file, RunFacts.class)) : Optional.empty();
  }

  /** Writes the facts of the run, replacing those written before. */
  public void write(RunFacts facts) throws IOException {
    write(folder.resolve(FACTS), JSON.toJson(facts));
  }

  /** Returns the folder of a sample's raw files, which need not exist yet. */
  public Path folderOf(SampleKey key) {
    return folder.resolve(SAMPLES).resolve(key.path());
  }

  /** Returns whether a sample exists. */
  public boolean has(SampleKey key) {
    return Files.exists(folderOf(key).resolve(SAMPLE));
  }

  /** Writes a sample. Call it after all its raw files are written. */
  public void write(Sample sample) throws IOException {
    Path its = Files.createDirectories(folderOf(sample.key()));
    write(its.resolve(THROUGHPUT), csv(sample.throughput()));
    write(its.resolve(SAMPLE), JSON.toJson(sample));
  }

  /** Copies a sample and its raw files to another key. */
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

  /** Returns all samples in the order in which they were taken. */
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
    return file + " is damaged. Delete it and repeat the command to measure it again.";
  }

  private static void write(Path file, String text) throws IOException {
    Path draft = file.resolveSibling(file.getFileName() + ".draft");
    Files.writeString(draft, text, UTF_8);
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
  }
}
