package io.strata.it.features;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.InSharedMemory;
import io.strata.it.cluster.NewerJdk;
import io.strata.it.cluster.TestClusters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The main path on JDK 25. HBase itself uses {@code sun.misc.Unsafe}, and the JVM warns only of the
 * first use, so a flight recording shows whether Strata uses it, too.
 */
class Java25IT {
  private static final String NAME = "java-25";
  private static final String EVENT = "jdk.DeprecatedInvocation";

  @TempDir(factory = InSharedMemory.class)
  private Path memory;

  @Test
  void strataUsesNoDeprecatedUnsafeMethods() throws Exception {
    Optional<Path> jdk = NewerJdk.java25();
    assumeTrue(jdk.isPresent(), NewerJdk.NONE);
    Path folder = TestClusters.folder(NAME);
    Path recording = folder.resolve("deprecated.jfr");
    String options =
        "-XX:StartFlightRecording:settings=none,dumponexit=true,+%s#enabled=true,filename=%s"
            .formatted(EVENT, recording);
    try (HBaseCluster cluster =
        TestClusters.builder(
                NAME,
                HBaseDistribution.V2_6_4_HADOOP_3_4_3,
                MainPath.setup(memory).withJvmArgs(options))
            .jdk(jdk.get())
            .start()) {
      new MainPath(cluster).run(folder.resolve("blocks"));
      cluster.regionServer().stopGracefully();
      List<String> callers = callersOfUnsafe(recording);
      assertThat(callers).as("HBase's own").anyMatch(name -> name.contains(".hbase."));
      assertThat(callers).noneMatch(name -> name.startsWith("io.strata."));
      try (Stream<String> lines = Files.lines(cluster.regionServer().logFile())) {
        assertThat(lines.filter(line -> line.startsWith("WARNING:")))
            .isNotEmpty()
            .noneMatch(line -> line.contains("strata"));
      }
    }
  }

  private static List<String> callersOfUnsafe(Path recording) throws IOException {
    return RecordingFile.readAllEvents(recording).stream()
        .filter(event -> event.getEventType().getName().equals(EVENT))
        .filter(Java25IT::isOfUnsafe)
        .map(event -> event.getStackTrace().getFrames().get(0).getMethod().getType().getName())
        .distinct()
        .toList();
  }

  private static boolean isOfUnsafe(RecordedEvent event) {
    RecordedMethod method = event.getValue("method");
    return method.getType().getName().equals("sun.misc.Unsafe");
  }
}
