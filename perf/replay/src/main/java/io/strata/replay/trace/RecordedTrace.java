package io.strata.replay.trace;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A file that a server has recorded, or a folder of such files.
 *
 * @param path of the file or folder
 * @param warnings receives a sentence for each part that could not be read
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
