package io.strata.it.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Hands out loopback ports that nobody listens on. They lie below the range that the kernel takes
 * outgoing connections from, so a server finds its port free again when it is restarted.
 */
final class FreePorts {
  private static final int LOWEST = 15_000;
  private static final int HIGHEST = 32_000;
  private static final Set<Integer> TAKEN = new HashSet<>();

  private FreePorts() {}

  static synchronized int take() {
    for (int attempt = 0; attempt < 1000; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(LOWEST, HIGHEST);
      if (!TAKEN.contains(port) && isFree(port)) {
        TAKEN.add(port);
        return port;
      }
    }
    throw new IllegalStateException(
        "No free port between " + LOWEST + " and " + HIGHEST + " on the loopback address.");
  }

  private static boolean isFree(int port) {
    try (ServerSocket socket = new ServerSocket()) {
      socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
      return true;
    } catch (IOException e) {
      return false;
    }
  }
}
