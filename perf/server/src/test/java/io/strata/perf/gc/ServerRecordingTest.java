package io.strata.perf.gc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.perf.data.AllocationSite;
import io.strata.perf.data.GcSummary;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import javax.management.JMX;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.management.jfr.FlightRecorderMXBean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Records another process over JMX. */
class ServerRecordingTest {
  @TempDir private Path folder;

  // The address is a loopback port of a process that this test has started itself.
  @SuppressWarnings("BanJNDI")
  @Test
  void recordsAnotherProcess() throws Exception {
    int port = freePort();
    Process process = ForkedJvm.start(jmx(port));
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("ready=1");
      JMXServiceURL url =
          new JMXServiceURL("service:jmx:rmi:///jndi/rmi://127.0.0.1:" + port + "/jmxrmi");
      ServerRecording left;
      try (JMXConnector connector = JMXConnectorFactory.connect(url)) {
        MBeanServerConnection beans = connector.getMBeanServerConnection();
        recordsAllocations(beans);
        recordsCollections(beans);
        checkNoRecordingIsLeft(beans);
        left = ServerRecording.ofCollections(beans);
      }
      assertThatThrownBy(() -> left.copyTo(folder.resolve("none.jfr")))
          .isInstanceOf(IOException.class);
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private void recordsAllocations(MBeanServerConnection beans)
      throws IOException, InterruptedException {
    Path file = folder.resolve("server.jfr");
    try (ServerRecording recording = ServerRecording.ofAllocations(beans)) {
      Thread.sleep(1_000);
      recording.copyTo(file);
    }
    AllocationSite largest = AllocationSites.of(file, 3).get(0);
    assertThat(largest.method()).isEqualTo("AllocatingJvm.allocate");
    assertThat(largest.type()).isEqualTo("byte[]");
    assertThat(largest.share()).isGreaterThan(0.8);
    // Events that are always recorded, such as the JVM's options, have no stack.
    assertThat(RecordingFile.readAllEvents(file))
        .filteredOn(event -> event.getStackTrace() != null)
        .extracting(RecordedEvent::getEventType)
        .extracting("name")
        .containsOnly(ServerRecording.ALLOCATION)
        .hasSizeGreaterThan(10);
  }

  private void recordsCollections(MBeanServerConnection beans) throws Exception {
    Path file = folder.resolve("collections.jfr");
    long begin = System.currentTimeMillis();
    try (ServerRecording recording = ServerRecording.ofCollections(beans)) {
      int pauses = 0;
      // Each copy has everything since the beginning, and the recording continues.
      for (int copies = 0; copies < 2; copies++) {
        ManagementFactory.newPlatformMXBeanProxy(
                beans, ManagementFactory.MEMORY_MXBEAN_NAME, MemoryMXBean.class)
            .gc();
        recording.copyTo(file);
        GcSummary all = GcEvents.read(file).between(begin, Long.MAX_VALUE);
        assertThat(all.pauses()).isGreaterThan(pauses);
        assertThat(all.byCause().get("System.gc()").pauses()).isEqualTo(copies + 1);
        pauses = all.pauses();
      }
    }
  }

  private static void checkNoRecordingIsLeft(MBeanServerConnection beans) throws Exception {
    FlightRecorderMXBean recorder =
        JMX.newMXBeanProxy(
            beans, new ObjectName(FlightRecorderMXBean.MXBEAN_NAME), FlightRecorderMXBean.class);
    assertThat(recorder.getRecordings()).isEmpty();
  }

  private static List<String> jmx(int port) {
    return List.of(
        "-Xmx64m",
        "-Djava.rmi.server.hostname=127.0.0.1",
        "-Dcom.sun.management.jmxremote.host=127.0.0.1",
        "-Dcom.sun.management.jmxremote.port=" + port,
        "-Dcom.sun.management.jmxremote.rmi.port=" + port,
        "-Dcom.sun.management.jmxremote.authenticate=false",
        "-Dcom.sun.management.jmxremote.ssl=false");
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }
}
