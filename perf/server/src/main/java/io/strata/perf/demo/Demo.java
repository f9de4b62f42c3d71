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
    header = "Shows Strata beside HBase's BucketCache, in five stories of counts and ratios.",
    description = {
      "",
      "Starts a real HBase with two RegionServers of equal memory and equal tables, one with"
          + " BucketCache off-heap, one with Strata in memory that outlives the process. Both go"
          + " through a scan beside hot reads, a load that moves, a burst of writes, a restart and"
          + " blocks of awkward sizes.",
      "",
      "Up to four minutes, 6 GB of memory, 3 GB of disk in TMPDIR or /tmp. Leaves nothing behind.",
      ""
    })
final class Demo implements Callable<Integer> {
  /** A file system in memory. */
  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private static final String LOGS = "perf/server/target/demo-logs";
  private static final long MEGABYTE = 1 << 20;
  private static final long SERVERS = 2;

  /** Heaps of the client, the small server, the master and ZooKeeper, and what processes take. */
  private static final int OTHER_MEGABYTES = 3_500;

  /** What a server takes beside heap and cache. */
  private static final int BESIDE_MEGABYTES = 400;

  private static final int READ_WHILE_STAYING = 100;

  private static final List<Story> STORIES =
      List.of(
          new ScanStory(),
          new MovingStory(),
          // While both caches are full.
          new BurstStory(),
          new RestartStory(),
          new AwkwardStory());

  @Option(
      names = "--stay",
      description = "Leaves the servers and their pages up afterwards, until Ctrl-C.")
  private boolean stay;

  /** Runs it and ends the JVM. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    System.setOut(new PrintStream(System.out, true, StandardCharsets.UTF_8));
    System.exit(execute(args));
  }

  /** Runs the program and returns its exit code. Failures are told on standard error. */
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
          "start it again with ./strata demo.",
          folder -> tell(folder, kept.folder()));
    }
    return CommandLine.ExitCode.OK;
  }

  /** Requires what the servers take, before any is started. */
  private static void require(Path parent) throws BenchException {
    String elsewhere = "set TMPDIR to another folder";
    Preflight.requireWritable(parent, elsewhere);
    Preflight.requireWritable(
        SHARED_MEMORY, "Strata's memory that outlives the process is a file there, as on Linux");
    Preflight.requireMemory("The demo", memoryBytes(), "end other programs");
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

  /** Twice the tables is enough for logs and the burst of writes. */
  private static long diskBytes() {
    return 2 * SERVERS * DemoTables.ALL.stream().mapToLong(DemoTables::bytes).sum();
  }

  private void tell(Path folder, Path kept) throws IOException, InterruptedException {
    Progress progress = new Progress(System.out);
    DemoReport report = new DemoReport(System.out, STORIES.size());
    try (DemoServers servers =
        progress.phase(
            "Starting HBase: ZooKeeper, master, three RegionServers",
            () -> DemoServers.start(folder, kept))) {
      System.out.println(servers.pages());
      progress.phase(
          "Making %d tables for each server".formatted(DemoTables.ALL.size()),
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
        System.out.println("Ctrl-C ends the servers and deletes their data.");
        readForEver(servers);
      }
    }
  }

  /** Reads a little, so that the pages have something to show. */
  private static void readForEver(DemoServers servers) throws InterruptedException {
    int[] blocks = Pattern.shuffled(READ_WHILE_STAYING, 1);
    try {
      while (true) {
        servers.each(server -> server.hits(DemoTables.HOT, blocks, true));
        TimeUnit.SECONDS.sleep(1);
      }
    } catch (IOException | IllegalStateException e) {
      // Ctrl-C has ended the servers, and this process ends with its shutdown hooks.
      new CountDownLatch(1).await();
    }
  }
}
