package io.strata.readpath.config;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Whether and where accesses are recorded. Immutable.
 *
 * @param folder where to; empty when nothing is to be recorded
 * @param fileBytes the most that each file may take, at least 1 MB
 * @param files how many files there may be, at least 2
 * @param hashNames whether names of tables' files are hashed
 */
public record TraceSettings(Optional<Path> folder, long fileBytes, int files, boolean hashNames) {
  /** So that a chunk is little beside a file. */
  private static final long MIN_FILE_BYTES = 1L << 20;

  /** More could not be mapped by a reader. */
  private static final long MAX_FILE_BYTES = 1L << 30;

  /** Reads the keys, and looks how they fit together, not yet at the disk. */
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
          "which is less than 1 MB for each of %d files".formatted(files),
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
                        "but %s is true".formatted(TraceKeys.ENABLED.name()),
                        "set it to a folder on a local disk"));
    return Optional.of(folder.toAbsolutePath());
  }

  /** Returns where and how accesses are recorded, as text. */
  String summary() {
    return folder
        .map(
            path ->
                "%s of %d bytes in %d files%s"
                    .formatted(path, maxBytes(), files, hashNames ? " with hashed names" : ""))
        .orElse("off");
  }

  /** The most that all files may take together. */
  public long maxBytes() {
    return fileBytes * files;
  }

  /** The refusal for when the files could not be made, although they seemed possible. */
  public InvalidSettingException notPossible(IOException error) {
    return new InvalidSettingException(
        TraceKeys.DIR.name(),
        folder.map(Path::toString).orElse(""),
        "where no trace can be recorded (%s)".formatted(InvalidSettingException.line(error)),
        "mend that, or set %s to false".formatted(TraceKeys.ENABLED.name()));
  }
}
