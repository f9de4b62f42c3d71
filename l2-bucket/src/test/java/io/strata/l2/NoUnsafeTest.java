package io.strata.l2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.strata.l2.memory.SharedMemory;
import io.strata.l2.testing.Garbage;
import io.strata.l2.testing.ProvingBlock;
import io.strata.l2.testing.TestStore;
import java.io.FileReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A store on a JDK that denies access to memory by {@code sun.misc.Unsafe}. The environment
 * variable {@code STRATA_JDKS} names the folder of installed JDKs; the default is {@code
 * /usr/lib/jvm}.
 */
class NoUnsafeTest {
  /** The first JDK with an option to deny the access. */
  private static final int FIRST_DENYING_VERSION = 24;

  @Test
  void storeWorksWithoutUnsafeMemoryAccess() throws Exception {
    Optional<Path> jdk = jdkThatDenies();
    assumeTrue(jdk.isPresent(), "no JDK 24 or later is installed");
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Process process =
        new ProcessBuilder(
                jdk.get().resolve("bin/java").toString(),
                "--sun-misc-unsafe-memory-access=deny",
                "-cp",
                classPath,
                Child.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("300 of 300 blocks, nothing wrong, within its bytes: true");
  }

  private static Optional<Path> jdkThatDenies() throws IOException {
    Path folder = Path.of(Optional.ofNullable(System.getenv("STRATA_JDKS")).orElse("/usr/lib/jvm"));
    if (!Files.isDirectory(folder)) {
      return Optional.empty();
    }
    try (Stream<Path> jdks = Files.list(folder)) {
      return jdks.filter(jdk -> version(jdk) >= FIRST_DENYING_VERSION).findAny();
    }
  }

  private static int version(Path jdk) {
    Path release = jdk.resolve("release");
    if (!Files.isRegularFile(release)) {
      return 0;
    }
    Properties properties = new Properties();
    // Not through a channel, for which the JDK would keep a direct buffer per thread.
    try (var reader = new FileReader(release.toFile(), StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IOException e) {
      return 0;
    }
    String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
    return version.startsWith("1.") ? 0 : Runtime.Version.parse(version).feature();
  }

  /** The main class of the child process. */
  static final class Child {
    private static final int BLOCKS = 300;
    private static final int BYTES = 64 << 10;

    private Child() {}

    public static void main(String[] arguments) throws Exception {
      SharedMemory memory = new SharedMemory(96L << 20);
      StoreOptions options =
          StoreOptions.ofBytes(64L << 20)
              .withMemory(memory.part())
              .withHandOver(1)
              .withErrorHandler(Throwable::printStackTrace);
      try (TestStore test = new TestStore(options)) {
        test.store().controls().resize(96L << 20);
        for (int i = 0; i < BLOCKS; i++) {
          test.insert(new ProvingBlock("file", i, BYTES));
        }
        test.awaitQuiet();
        int right = 0;
        for (int i = 0; i < BLOCKS; i++) {
          right += test.read("file", i) ? 1 : 0;
        }
        test.store().controls().resize(64L << 20);
        test.awaitQuiet();
        List<String> wrong = test.store().audit();
        System.out.printf(
            "%d of %d blocks, %s wrong, within its bytes: %b%n",
            right,
            BLOCKS,
            wrong.isEmpty() ? "nothing" : wrong,
            Garbage.collectUntil(() -> memory.heldBytes() <= 64L << 20));
      }
    }
  }
}
