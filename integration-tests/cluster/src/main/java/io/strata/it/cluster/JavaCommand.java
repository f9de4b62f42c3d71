package io.strata.it.cluster;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Builds the command lines of HBase's JVMs, of servers and clients. */
public final class JavaCommand {
  /** Uses only the fast JIT compiler C1. */
  public static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final List<String> OPENED =
      List.of(
          "java.nio",
          "sun.nio.ch",
          "java.lang",
          "java.lang.reflect",
          "java.util",
          "java.util.concurrent",
          "jdk.internal.ref",
          "jdk.internal.util.random");

  private JavaCommand() {}

  /** Returns the {@code java} program of this JVM. */
  public static String java() {
    return java(Path.of(System.getProperty("java.home")));
  }

  /** Returns the {@code java} program of the JDK in that folder. */
  static String java(Path home) {
    return home.resolve("bin").resolve("java").toString();
  }

  /** Returns the options that HBase needs on JDK 17. */
  public static List<String> hbaseOptions() {
    List<String> options = new ArrayList<>();
    options.add("-Dorg.apache.hbase.thirdparty.io.netty.tryReflectionSetAccessible=true");
    options.add("-Djava.net.preferIPv4Stack=true");
    options.add("--add-modules=jdk.unsupported");
    OPENED.forEach(name -> options.add("--add-opens=java.base/" + name + "=ALL-UNNAMED"));
    options.add("--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED");
    options.add("--add-exports=java.security.jgss/sun.security.krb5=ALL-UNNAMED");
    return options;
  }

  /**
   * Returns the options of a process that does little or ends soon, for which the optimizing
   * compiler and a parallel collector would cost more than they save.
   */
  public static List<String> lightOptions(String heap) {
    return List.of("-Xmx" + heap, QUICK_COMPILER, "-XX:+UseSerialGC");
  }

  /** Returns the options for remote JMX on a loopback port, without a password. */
  static List<String> jmxOptions(int port) {
    return List.of(
        "-Dcom.sun.management.jmxremote.port=" + port,
        "-Dcom.sun.management.jmxremote.rmi.port=" + port,
        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
        "-Djava.rmi.server.hostname=127.0.0.1",
        "-Dcom.sun.management.jmxremote.local.only=true",
        "-Dcom.sun.management.jmxremote.authenticate=false",
        "-Dcom.sun.management.jmxremote.ssl=false");
  }

  /** Joins jars and folders to a class path. */
  public static String classPath(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
