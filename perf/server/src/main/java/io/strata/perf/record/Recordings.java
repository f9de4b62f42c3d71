package io.strata.perf.record;

import io.strata.perf.common.Progress;
import io.strata.trace.TraceFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Records a server's block accesses under several loads. Immutable. */
public final class Recordings {
  private static final long MEGABYTE = 1 << 20;

  /** Small is enough: a recording contains all look-ups, hits and misses alike. */
  private static final int CACHE_MEGABYTES = 64;

  /** Heaps of ZooKeeper, master, YCSB's client and this process, in MB. */
  private static final long OTHER_HEAPS = 256 + 512 + 1_024 + 2_048;

  /** A JVM's total memory as a multiple of heap and direct buffers. */
  private static final double OVERHEAD = 1.15;

  /** Space for logs and recordings. */
  private static final long OTHER_FILES = 1_024 * MEGABYTE;

  private final List<RecordedLoad> loads;
  private final Scale scale;

  /**
   * @param loads the loads to record; they run in the order of {@link RecordedLoad}
   * @param small whether this is a test run of seconds on tiny tables
   */
  public Recordings(Collection<RecordedLoad> loads, boolean small) {
    this.loads = Arrays.stream(RecordedLoad.values()).filter(loads::contains).toList();
    this.scale = small ? Scale.SMALL : Scale.USUAL;
  }

  /** Returns the maximum memory of all processes, in bytes. */
  public long memoryBytes() {
    long server = RecordingServer.HEAP_MEGABYTES + RecordingServer.DIRECT_MEGABYTES;
    return (long) ((server + OTHER_HEAPS) * OVERHEAD * MEGABYTE);
  }

  /** Returns the disk space for tables and recordings, in bytes. */
  public long diskBytes() {
    return scale.diskBytes() + OTHER_FILES;
  }

  /** Returns the folders of the recordings, in the order of execution. */
  public List<Path> foldersIn(Path out) {
    return loads.stream().map(load -> out.resolve(load.id())).toList();
  }

  /**
   * Creates the folder, and checks that no recording in it would be overwritten.
   *
   * @throws IOException with the fix, if the folder cannot be created or has one of these loads
   */
  public void open(Path out) throws IOException {
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw new IOException(out + ": is not a folder and cannot be created. Name another one.", e);
    }
    for (RecordedLoad load : loads) {
      if (Files.exists(out.resolve(load.id()))) {
        throw new IOException(
            "%s: already has a recording of %s. Name another folder, or other loads with --loads."
                .formatted(out, load.id()));
      }
    }
  }

  /**
   * Records the loads one after the other, each into a folder of its own, which appears when the
   * recording is complete.
   *
   * @param folder for the servers' data and logs and for incomplete recordings
   * @param out a folder passed to {@link #open}
   * @param console receives the progress
   */
  public void run(Path folder, Path out, PrintStream console)
      throws IOException, InterruptedException {
    Progress progress = new Progress(console);
    try (RecordingServer server =
        progress.phase(
            "Starting ZooKeeper, master and RegionServer",
            () -> RecordingServer.start(folder, CACHE_MEGABYTES))) {
      Loads all = new Loads(server, scale, Files.createDirectory(folder.resolve("clients")));
      Path drafts = Files.createDirectory(folder.resolve("recordings"));
      for (RecordedLoad load : loads) {
        Path draft = drafts.resolve(load.id());
        progress.phase(load.id() + ": creating the tables", () -> done(() -> all.prepare(load)));
        progress.phase(
            load.id() + ": " + load.title(),
            () -> done(() -> server.record(draft, () -> all.run(load))));
        console.println("        " + Recorded.of(draft));
        publish(draft, out.resolve(load.id()));
      }
    }
  }

  private static boolean done(Progress.Action action) throws IOException, InterruptedException {
    action.run();
    return true;
  }

  private static void publish(Path draft, Path to) throws IOException {
    Files.createDirectory(to);
    for (Path file : TraceFiles.in(draft)) {
      Files.move(file, to.resolve(file.getFileName()));
    }
  }
}
