package io.strata.readpath.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The settings of the recorder of accesses. Immutable.
 *
 * @param folder of the trace files; empty if nothing is recorded
 * @param fileBytes the maximum size of a file, at least 1 MB
 * @param files the maximum number of files, at least 2
 * @param hashNames whether the names of HFiles are hashed
 */
public record TraceSettings(Optional<Path> folder, long fileBytes, int files, boolean hashNames) {
  /** Keeps a chunk small in comparison with a file. */
  private static final long MIN_FILE_BYTES = 1L << 20;

  /** A reader could not map more. */
  private static final long MAX_FILE_BYTES = 1L << 30;

  /** Reads the keys and checks them together, without looking at the disk. */
  static TraceSettings read(SettingReader reader) {
    return new TraceSettings(
        reader.part(() -> folder(reader), Optional.empty(), ""),
        reader.part(() -> fileBytes(reader), MIN_FILE_BYTES, "1 MB for each file"),
        reader.get(TraceKeys.FILES),
        reader.get(TraceKeys.HASH_NAMES));
  }

  private static long fileBytes(SettingReader reader) {
    int files = reader.get(TraceKeys.FILES);
    long bytes = reader.get(TraceKeys.MAX_BYTES) / files;
    if (bytes < MIN_FILE_BYTES) {
      throw reader.reject(
          TraceKeys.MAX_BYTES,
          "less than 1 MB for each of %d files".formatted(files),
          "raise it, or lower " + TraceKeys.FILES.name());
    }
    return Math.min(bytes, MAX_FILE_BYTES);
  }

  private static Optional<Path> folder(SettingReader reader) {
    if (!reader.get(TraceKeys.ENABLED)) {
      return Optional.empty();
    }
    Path folder =
        reader
            .find(TraceKeys.DIR)
            .orElseThrow(
                () ->
                    reader.reject(
                        TraceKeys.DIR,
                        "%s=true needs a directory".formatted(TraceKeys.ENABLED.name()),
                        "set it to a directory on a local disk"));
    return Optional.of(folder.toAbsolutePath());
  }

  /** Returns the settings as text. */
  String summary() {
    return folder
        .map(
            path ->
                "%s of %d bytes in %d files%s"
                    .formatted(path, maxBytes(), files, hashNames ? " with hashed names" : ""))
        .orElse("off");
  }

  /** Returns the maximum size of all files together, in bytes. */
  public long maxBytes() {
    return fileBytes * files;
  }

  /** Returns the rejection for files that could not be created. */
  public InvalidSettingException openFailed(IOException error) {
    return new InvalidSettingException(
        TraceKeys.DIR.name(),
        folder.map(Path::toString).orElse(""),
        "cannot record a trace there (%s)".formatted(InvalidSettingException.line(error)),
        "fix the cause, or set %s to false".formatted(TraceKeys.ENABLED.name()));
  }
}
