package io.strata.perf.demo;

import io.strata.it.cluster.BuildTree;
import io.strata.perf.common.BenchException;
import io.strata.perf.common.Pattern;
import io.strata.perf.common.Preflight;
import io.strata.perf.common.Program;
import io.strata.perf.common.Progress;
import io.strata.perf.work.ServerWork;
import io.strata.perf.work.Workspace;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The program behind {@code ./strata demo}. */
@Command(
    name = "./strata demo",
    mixinStandardHelpOptions = true,
    version = "Strata 0.1.0-SNAPSHOT, HBase 2.6.4",
    sortOptions = false,
    header = "Demonstrates Strata beside HBase's BucketCache, in five short stories.",
    description = {
      "",
      "Starts a real HBase with two RegionServers of equal memory and equal tables, one with"
          + " BucketCache off-heap, one with Strata off-heap. Takes both through a scan beside hot"
          + " reads, a working set that changes, a burst of writes, a restart, and blocks slightly"
          + " larger than 64 KB. Prints hit ratios and counts, not times: other load on the machine"
          + " hardly changes them.",
      "",
      "Takes up to four minutes, 6 GB of memory, and 3 GB of disk in TMPDIR or /tmp. Deletes all"
          + " its files at the end.",
      ""
    })
final class Demo implements Callable<Integer> {
  /** A tmpfs. */
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private static final String LOGS = "perf/server/target/demo-logs";
  private static final long MEGABYTE = 1 << 20;
  private static final long SERVERS = 2;

  /** Client, system RegionServer, master and ZooKeeper, with the overhead of their JVMs. */
  private static final int OTHER_MEGABYTES = 3_500;

  /** A RegionServer's memory beside heap and cache. */
  private static final int BESIDE_MEGABYTES = 400;

  private static final int IDLE_READS = 100;

  private static final List<Story> STORIES =
      List.of(
          new ScanStory(),
          new MovingStory(),
          // Both caches are full here.
          new BurstStory(),
          new RestartStory(),
          new AwkwardStory());

  @Option(
      names = "--stay",
      description = "Keeps the servers and their web pages up afterwards, until Ctrl-C.")
  private boolean stay;

  /** Runs the demo and exits the JVM. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the command and returns its exit code. Failures are printed to standard error. */
  static int execute(String... args) {
    return Program.of(new Demo()).execute(args);
  }

  @Override
  public Integer call() throws BenchException, IOException, InterruptedException {
    Path parent = Path.of(System.getProperty("java.io.tmpdir")).toAbsolutePath().normalize();
    require(parent);
    try (Workspace kept = Workspace.create(SHARED_MEMORY, false)) {
      ServerWork.run(
          parent,
          false,
          BuildTree.root().resolve(LOGS),
          "to start again, repeat ./strata demo.",
          folder -> tell(folder, kept.folder()));
    }
    return CommandLine.ExitCode.OK;
  }

  /** Checks that the machine has the resources, before any server is started. */
  private static void require(Path parent) throws BenchException {
    String elsewhere = "set TMPDIR to another folder";
    Preflight.requireWritable(parent, elsewhere);
    Preflight.requireWritable(
        SHARED_MEMORY, "mount a tmpfs there, which the demo needs for Strata's memory");
    Preflight.requireMemory("The demo", memoryBytes(), "stop other programs");
    Preflight.requireDisk("The demo", parent, diskBytes(), elsewhere);
    Preflight.requireDisk(
        "The demo",
        SHARED_MEMORY,
        DemoTables.CACHE_BYTES,
        "mount it with -o remount,size=1g, or delete files there");
  }

  private static long memoryBytes() {
    int server =
        DemoTables.MEMORY.heapMegabytes() + DemoTables.MEMORY.cacheMegabytes() + BESIDE_MEGABYTES;
    return (OTHER_MEGABYTES + SERVERS * server) * MEGABYTE;
  }

  /** Twice the size of the tables leaves enough for logs and the burst of writes. */
  private static long diskBytes() {
    return 2 * SERVERS * DemoTables.ALL.stream().mapToLong(DemoTables::bytes).sum();
  }

  private void tell(Path folder, Path kept) throws IOException, InterruptedException {
    Progress progress = new Progress(System.out);
    DemoReport report = new DemoReport(System.out, STORIES.size());
    try (DemoServers servers =
        progress.phase(
            "Starting HBase: ZooKeeper, a master, three RegionServers",
            () -> DemoServers.start(folder, kept))) {
      System.out.println(servers.pages());
      progress.phase(
          "Creating %d tables on each server".formatted(DemoTables.ALL.size()),
          () -> {
            servers.makeTables();
            return true;
          });
      for (Story story : STORIES) {
        report.tell(progress.phase(report.heading(story), () -> story.run(servers)));
      }
      report.end();
      if (stay) {
        System.out.println(servers.pages());
        System.out.println("Press Ctrl-C to stop the servers and delete their data.");
        readUntilStopped(servers);
      }
    }
  }

  /** Reads at a low rate until Ctrl-C, so that the pages show activity. */
  private static void readUntilStopped(DemoServers servers) throws InterruptedException {
    int[] blocks = Pattern.shuffled(IDLE_READS, 1);
    try {
      while (true) {
        servers.each(server -> server.hits(DemoTables.HOT, blocks, true));
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (IOException | IllegalStateException e) {
      // Ctrl-C has stopped the servers; this process ends with its shutdown hooks.
      new CountDownLatch(1).await();
    }
  }
}
