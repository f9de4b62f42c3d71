package io.strata.it.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Allocates free loopback ports. They are below the kernel's range of ephemeral ports, so a server
 * finds its port still free when it restarts. Each JVM owns a range, which it holds by listening on
 * the range's first port: JVMs that start clusters at the same time never get the same port, not
 * even for a server that is not up yet.
 */
final class FreePorts {
  private static final int MIN_PORT = 15_000;
  private static final int MAX_PORT = 32_000;

  /** More than the tests of one JVM use. */
  private static final int RANGE = 2_000;

  private static final Set<Integer> TAKEN = new HashSet<>();

  /** Listens on the first port of this JVM's range until the JVM exits. */
  private static @Nullable ServerSocket range;

  private FreePorts() {}

  static synchronized int take() {
    if (range == null) {
      range = freeRange();
    }
    int first = range.getLocalPort() + 1;
    for (int attempt = 0; attempt < 1000; attempt++) {
      int port = ThreadLocalRandom.current().nextInt(first, first + RANGE - 1);
      if (!TAKEN.contains(port) && isFree(port)) {
        TAKEN.add(port);
        return port;
      }
    }
    throw new IllegalStateException(
        "No free loopback port between " + first + " and " + (first + RANGE - 1) + ".");
  }

  private static ServerSocket freeRange() {
    for (int first = MIN_PORT; first + RANGE <= MAX_PORT; first += RANGE) {
      @Nullable ServerSocket socket = listen(first);
      if (socket != null) {
        return socket;
      }
    }
    throw new IllegalStateException(
        "No free range of "
            + RANGE
            + " loopback ports between "
            + MIN_PORT
            + " and "
            + MAX_PORT
            + ": the first port of every range is in use.");
  }

  private static boolean isFree(int port) {
    try (@Nullable ServerSocket socket = listen(port)) {
      return socket != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static @Nullable ServerSocket listen(int port) {
    try {
      // The constructor closes the socket if it cannot bind it.
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      return null;
    }
  }
}
