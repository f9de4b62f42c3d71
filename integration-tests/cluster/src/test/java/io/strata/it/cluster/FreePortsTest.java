package io.strata.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FreePortsTest {
  private static final int PORTS = 50;

  @Test
  void concurrentProcessesHaveNoPortInCommon() throws Exception {
    List<Process> processes = List.of(start(), start());
    try {
      Set<Integer> ports = new HashSet<>(mine());
      for (Process process : processes) {
        List<Integer> others = portsOf(process);
        assertThat(others).hasSize(PORTS).doesNotContainAnyElementsOf(ports);
        ports.addAll(others);
      }
    } finally {
      processes.forEach(Process::destroyForcibly);
    }
  }

  private static List<Integer> mine() {
    List<Integer> ports = new ArrayList<>();
    for (int i = 0; i < PORTS; i++) {
      ports.add(FreePorts.take());
    }
    return ports;
  }

  private static Process start() throws Exception {
    return new ProcessBuilder(
            JavaCommand.java(),
            "-cp",
            System.getProperty("java.class.path"),
            PortsProgram.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static List<Integer> portsOf(Process process) throws Exception {
    String line = process.inputReader().readLine();
    return List.of(line.split(" ")).stream().map(Integer::valueOf).toList();
  }

  /** Prints its ports and waits. */
  static final class PortsProgram {
    private PortsProgram() {}

    public static void main(String[] args) throws Exception {
      System.out.println(String.join(" ", mine().stream().map(String::valueOf).toList()));
      Thread.sleep(60_000);
    }
  }
}
