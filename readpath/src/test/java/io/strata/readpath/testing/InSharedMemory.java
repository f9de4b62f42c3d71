package io.strata.readpath.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.AnnotatedElementContext;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.io.TempDirFactory;

/** Creates a test's folder in {@code /dev/shm}, for files that must be in memory. */
public final class InSharedMemory implements TempDirFactory {
  @Override
  public Path createTempDirectory(AnnotatedElementContext element, ExtensionContext context)
      throws Exception {
    return Files.createTempDirectory(Path.of("/dev/shm"), "strata-test-");
  }
}
