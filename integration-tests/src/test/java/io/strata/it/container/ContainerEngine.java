package io.strata.it.container;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.concurrent.atomic.AtomicBoolean;
import org.testcontainers.DockerClientFactory;

/**
 * Whether a container engine answers. Where none does, tests are skipped with a line that says so;
 * but they fail where the environment has {@code REQUIRE_DOCKER=true}, so that an engine that does
 * not work is not taken for tests that passed.
 */
final class ContainerEngine {
  private static final String NONE =
      "No container engine answers; .ci/docker-engine COMMAND runs a command with one.";

  private static final AtomicBoolean SAID = new AtomicBoolean();

  private ContainerEngine() {}

  /** Skips or fails the test that calls it where there is no engine. */
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
