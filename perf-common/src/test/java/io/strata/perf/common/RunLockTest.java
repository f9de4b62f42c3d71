package io.strata.perf.common;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
  @Test
  void two_runs_at_once_are_one_too_many(@TempDir Path home) throws Exception {
    try (RunLock first = RunLock.take(home)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> RunLock.take(home))
          .isInstanceOf(BenchException.class)
          .hasMessage("Another ./bench is running here: wait for it, or end it.");
    }
    RunLock.take(home).close();
  }
}
