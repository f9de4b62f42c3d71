package io.strata.it.cluster;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * Hands out loopback ports that no process listens on. They lie below the range that the kernel
 * takes outgoing connections from, so a server finds its port free again when it is restarted. Each
 * JVM has a range to itself, which it holds by listening on the range's first port: two that start
 * clusters at once never hand out the same port, not even one whose server is not up yet.
 */
final class FreePorts {
  private static final int MIN_PORT = 15_000;
  private static final int MAX_PORT = 32_000;

  /** More than the tests of one JVM take. */
  private static final int RANGE = 2_000;

  private static final Set<Integer> TAKEN = new HashSet<>();

  /** Listens on the first port of this JVM's range for as long as the JVM lives. */
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
        "No free port between " + first + " and " + (first + RANGE - 1) + " on the loopback.");
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
            + " ports on the loopback: every first port of one between "
            + MIN_PORT
            + " and "
            + MAX_PORT
            + " is in use.");
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
      // Closes the socket itself when it cannot be bound.
      return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      return null;
    }
  }
}
