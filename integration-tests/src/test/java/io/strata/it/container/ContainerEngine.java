package io.strata.it.container;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.testcontainers.DockerClientFactory;

/**
 * Finds a container engine. Without one, tests are skipped with a line on the console; with {@code
 * REQUIRE_DOCKER=true} in the environment they fail instead, so that a broken engine does not go
 * unnoticed.
 */
final class ContainerEngine {
  private static final String NONE =
      "No container engine answers. .ci/docker-engine COMMAND runs a command with one.";

  private static final AtomicBoolean SAID = new AtomicBoolean();

  private ContainerEngine() {}

  /** Skips or fails the calling test if there is no engine. */
  static void require() {
    if (DockerClientFactory.instance().isDockerAvailable()) {
      return;
    }
    if ("true".equals(System.getenv("REQUIRE_DOCKER"))) {
      throw new AssertionError("REQUIRE_DOCKER is true. " + NONE);
    }
    if (!SAID.getAndSet(true)) {
      System.out.println("Tests in containers are skipped: " + NONE);
    }
    assumeTrue(false, NONE);
  }
}
