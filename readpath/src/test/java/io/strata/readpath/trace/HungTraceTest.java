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

/** A recorder whose disk does not answer any more. */
@EnabledOnOs(OS.LINUX)
class HungTraceTest {
  private static final long CLOSE_MILLIS = 300;

  /** After so long the disk answers again, so that a close that waits for it ends, and fails. */
  private static final long THAW_SECONDS = 20;

  @TempDir private Path parent = Path.of("");

  @Test
  void closeWaitsForDiskThatHangsNoLongerThanItMay() throws Exception {
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
      assertThat(closedFirst.get()).as("closed before the disk answered").isTrue();
      assertThat(log.lines())
          .anyMatch(line -> line.contains("did not answer within " + CLOSE_MILLIS + " ms"));
      provesAllIsWrittenOnceTheDiskAnswers(folder, parent.resolve("copy"));
    }
  }

  /** A reader maps a file, and no disk with a mapped file can be unmounted: a copy is read. */
  private static void provesAllIsWrittenOnceTheDiskAnswers(Path folder, Path copy)
      throws Exception {
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
