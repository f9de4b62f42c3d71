package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
  @Test
  void rejectsASecondMeasurementAndNamesTheFirstProcess(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("lock");
    try (RunLock first = RunLock.take(file)) {
      assertThat(first).isNotNull();
      long pid = ProcessHandle.current().pid();
      assertThatThrownBy(() -> RunLock.take(file))
          .isInstanceOf(BenchException.class)
          .hasMessage(
              "Another measurement is running as process %d: wait for it, or run kill %d."
                  .formatted(pid, pid));
    }
    RunLock.take(file).close();
  }

  @Test
  void messageForAnUnwritableLockNamesTheFix(@TempDir Path folder) {
    assertThatThrownBy(() -> RunLock.take(folder))
        .isInstanceOf(BenchException.class)
        .hasMessageEndingWith(" Set TMPDIR to a writable folder.");
  }
}
