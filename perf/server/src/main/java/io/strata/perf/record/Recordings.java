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

/** Records what a server's cache is asked under some loads. Immutable. */
public final class Recordings {
  private static final long MEGABYTE = 1 << 20;

  /**
   * Small: a recording holds what is asked, whether it is found or not, and a block that is hit
   * tells nothing more of the load than one that is missed.
   */
  private static final int CACHE_MEGABYTES = 64;

  /** The heaps of ZooKeeper, master, YCSB's client and this process. */
  private static final long OTHER_HEAPS = 256 + 512 + 1_024 + 2_048;

  /** A JVM's own memory, beside heap and direct buffers. */
  private static final double OVERHEAD = 1.15;

  /** Logs and recordings. */
  private static final long OTHER_FILES = 1_024 * MEGABYTE;

  private final List<RecordedLoad> loads;
  private final Scale scale;

  /**
   * @param loads which ones; they are run in the order of {@link RecordedLoad}
   * @param small whether in seconds, on tiny tables
   */
  public Recordings(Collection<RecordedLoad> loads, boolean small) {
    this.loads = Arrays.stream(RecordedLoad.values()).filter(loads::contains).toList();
    this.scale = small ? Scale.SMALL : Scale.USUAL;
  }

  /** Bytes of memory that all processes take together, at most. */
  public long memoryBytes() {
    long server = RecordingServer.HEAP_MEGABYTES + RecordingServer.DIRECT_MEGABYTES;
    return (long) ((server + OTHER_HEAPS) * OVERHEAD * MEGABYTE);
  }

  /** Bytes of disk that tables and recordings take. */
  public long diskBytes() {
    return scale.diskBytes() + OTHER_FILES;
  }

  /** The folders of the recordings, in the order in which they are made. */
  public List<Path> foldersIn(Path out) {
    return loads.stream().map(load -> out.resolve(load.id())).toList();
  }

  /**
   * Makes the folder, and sees that no recording in it would be lost.
   *
   * @throws IOException with the mend, when it cannot be made, or has one of these loads
   */
  public void open(Path out) throws IOException {
    try {
      Files.createDirectories(out);
    } catch (IOException e) {
      throw new IOException(out + " is no folder and cannot be made one: name another.", e);
    }
    for (RecordedLoad load : loads) {
      if (Files.exists(out.resolve(load.id()))) {
        throw new IOException(
            "%s holds %s already: name another folder, or other loads with --loads."
                .formatted(out, load.id()));
      }
    }
  }

  /**
   * Records the loads one after the other, each into a folder of its own, which is there when it is
   * whole.
   *
   * @param folder for the servers' data and logs, and for recordings that are not whole yet
   * @param out a folder that was opened
   * @param console is told the progress
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
        progress.phase(load.id() + ": making the tables", () -> done(() -> all.prepare(load)));
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
