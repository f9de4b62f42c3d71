package io.strata.perf.run;

import io.strata.it.cluster.BuildTree;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.perf.data.StoreRequests;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A local S3 server in a process of its own, which counts the requests of RegionServers. Not
 * thread-safe.
 */
final class ObjectStore implements AutoCloseable {
  private static final String MAIN = "io.strata.perf.store.ObjectStoreServer";
  private static final String BUCKET = "strata";
  private static final String ACCESS_KEY = "strata";
  private static final String SECRET_KEY = "strata-secret";

  /** Beginning of the user agent of RegionServers; the master's requests are not counted. */
  private static final String AGENT = "regionserver";

  private final Path folder;
  private final Process process;
  private final BufferedReader answers;
  private final Writer questions;
  private final int port;

  private ObjectStore(Path folder, Process process) throws IOException {
    this.folder = folder;
    this.process = process;
    answers = process.inputReader(StandardCharsets.UTF_8);
    questions = process.outputWriter(StandardCharsets.UTF_8);
    port = Integer.parseInt(read());
  }

  /**
   * Starts the server with an empty bucket.
   *
   * @param folder for the objects, the clients' buffers and HBase's logs of writes
   * @param latencyMillis time by which each answer is delayed
   */
  static ObjectStore start(Path folder, int latencyMillis) throws IOException {
    Path objects = Files.createDirectories(folder.resolve("objects"));
    Path log = Files.createDirectories(Server.logs(folder)).resolve("object-store.log");
    List<Path> classPath = new ArrayList<>(List.of(target("object-store").resolve("classes")));
    classPath.addAll(jars("object-store"));
    List<String> command = new ArrayList<>(List.of(JavaCommand.java()));
    command.addAll(List.of("-Xmx512m", "-XX:+UseSerialGC", "-Djava.net.preferIPv4Stack=true"));
    command.add("-Dorg.slf4j.simpleLogger.defaultLogLevel=warn");
    command.addAll(List.of("-cp", JavaCommand.classPath(classPath), MAIN));
    command.addAll(List.of(objects.toString(), BUCKET, ACCESS_KEY, SECRET_KEY));
    command.addAll(List.of(Integer.toString(latencyMillis), AGENT));
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    try {
      return new ObjectStore(folder, process);
    } catch (IOException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  private static Path target(String module) {
    return BuildTree.root().resolve("perf").resolve(module).resolve("target");
  }

  private static List<Path> jars(String module) throws IOException {
    String list = Files.readString(target(module).resolve("class-path"));
    return Stream.of(list.strip().split(File.pathSeparator)).map(Path::of).toList();
  }

  /** Returns the jars of Hadoop's client, for the class path of HBase's processes. */
  static List<Path> clientJars() throws IOException {
    return jars("s3a");
  }

  /** Returns the lines of {@code hbase-site.xml} for a cluster with its data here. */
  Map<String, String> site() {
    Map<String, String> site = new LinkedHashMap<>();
    site.put("hbase.rootdir", "s3a://" + BUCKET + "/hbase");
    // An object cannot be appended to, and cannot be renamed without a copy.
    site.put("hbase.wal.dir", folder.resolve("wal").toUri().toString());
    site.put("hbase.store.file-tracker.impl", "FILE");
    site.put("fs.s3a.endpoint", "http://127.0.0.1:" + port);
    site.put("fs.s3a.endpoint.region", "us-east-1");
    site.put("fs.s3a.path.style.access", "true");
    site.put("fs.s3a.connection.ssl.enabled", "false");
    site.put(
        "fs.s3a.aws.credentials.provider", "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
    site.put("fs.s3a.access.key", ACCESS_KEY);
    site.put("fs.s3a.secret.key", SECRET_KEY);
    // S3A casts the file system of its buffers to Hadoop's default one.
    site.put("fs.file.impl", "org.apache.hadoop.fs.LocalFileSystem");
    site.put("fs.s3a.buffer.dir", folder.resolve("buffers").toString());
    // Hadoop's recommendation for columnar files, read at random positions as HFiles are.
    site.put("fs.s3a.experimental.input.fadvise", "random");
    return site;
  }

  /** Returns a RegionServer's setup with which its requests are counted. */
  RegionServerSetup counted(RegionServerSetup setup) {
    return setup.withSite("fs.s3a.user.agent.prefix", AGENT);
  }

  /** Returns the requests of RegionServers since the start. */
  StoreRequests requests() throws IOException {
    questions.write("\n");
    questions.flush();
    long[] counts = Arrays.stream(read().split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new StoreRequests(counts[0], counts[1], counts[2], counts[3], counts[4]);
  }

  private String read() throws IOException {
    String line = answers.readLine();
    if (line == null) {
      throw new IOException("The local object store has ended.");
    }
    return line;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
