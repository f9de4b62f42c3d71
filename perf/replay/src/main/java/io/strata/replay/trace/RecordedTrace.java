package io.strata.replay.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A file that a server has recorded, or a folder of such files.
 *
 * @param path where it is
 * @param warnings told, when it is read, what could not be, a sentence each
 */
public record RecordedTrace(Path path, Consumer<String> warnings) implements TraceSource {
  @Override
  public String title() {
    return path.getFileName() + "";
  }

  @Override
  public Trace read() throws IOException {
    Recording recording = Recording.read(path);
    recording.warnings().forEach(warnings);
    return recording.trace();
  }
}
