package io.strata.readpath.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.config.TraceSettings;
import io.strata.readpath.testing.LogLines;
import io.strata.readpath.testing.SmallDisk;
import io.strata.trace.TraceFiles;
import io.strata.trace.TraceReader;
import io.strata.trace.TraceRecord;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests a recorder whose disk hangs. */
@EnabledOnOs(OS.LINUX)
class HungTraceTest {
  private static final long CLOSE_MILLIS = 300;

  /** Time until the disk responds again, so that a close that waits for it ends and fails. */
  private static final long THAW_SECONDS = 20;

  @TempDir private Path parent = Path.of("");

  @Test
  void closeWaitsForHangingDiskForBoundedTime() throws Exception {
    try (SmallDisk disk = SmallDisk.mountExt4(parent.resolve("disk"));
        LogLines log = new LogLines()) {
      Path folder = parent.resolve("disk").resolve("traces");
      TraceSettings settings = new TraceSettings(Optional.of(folder), 1 << 20, 2, false);
      TraceRecorder recorder =
          new TraceRecorder(folder, settings, Map.of(), CLOSE_MILLIS, failed -> {});
      recorder.start();
      disk.freeze();
      CountDownLatch closed = new CountDownLatch(1);
      FutureTask<Boolean> closedFirst =
          new FutureTask<>(
              () -> {
                boolean first = closed.await(THAW_SECONDS, TimeUnit.SECONDS);
                disk.thaw();
                return first;
              });
      recorder.evictedFile("file");
      new Thread(closedFirst).start();
      recorder.close();
      closed.countDown();
      assertThat(closedFirst.get()).as("closed before the disk responded").isTrue();
      assertThat(log.lines())
          .anyMatch(line -> line.contains("did not respond within " + CLOSE_MILLIS + " ms"));
      assertAllIsWritten(folder, parent.resolve("copy"));
    }
  }

  /** Reads a copy: a reader maps the file, and a disk with a mapped file cannot be unmounted. */
  private static void assertAllIsWritten(Path folder, Path copy) throws Exception {
    for (Thread each : Thread.getAllStackTraces().keySet()) {
      if (each.getName().equals("strata-trace")) {
        each.join();
      }
    }
    List<TraceRecord> records = new ArrayList<>();
    assertThat(TraceFiles.in(folder)).hasSize(1);
    Files.copy(TraceFiles.in(folder).get(0), copy);
    assertThat(TraceReader.read(copy, records::add).isWhole()).isTrue();
    assertThat(records).extracting(TraceRecord::file).containsExactly("file");
  }
}
