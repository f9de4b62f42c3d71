package io.strata.it.judge;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.judge.OwnTests.Row;
import io.strata.it.judge.OwnTests.Runs;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs HBase's own tests of block caches on Strata. {@code HBASE-TESTS.md} lists the number of
 * passed tests of each class, and the reason of each failure; this test compares the results with
 * it.
 */
class HBaseOwnTestsIT {
  private static final boolean ALL = "all".equals(System.getProperty("strata.it.own.tests"));
  private static final String CACHES = "org/apache/hadoop/hbase/io/hfile/";

  /** Names in class files that refer to HBase's caches or their factories. */
  private static final Pattern CACHE =
      Pattern.compile(
          CACHES
              + "(BlockCache|BlockCacheFactory|CombinedBlockCache|InclusiveCombinedBlockCache"
              + "|FirstLevelBlockCache|LruBlockCache|IndexOnlyLruBlockCache|LruAdaptiveBlockCache"
              + "|TinyLfuBlockCache|CacheTestUtils|bucket/BucketCache)[^a-zA-Z]");

  static Stream<Row> rows() throws IOException {
    return OwnTests.rows().stream()
        .filter(row -> row.runs() == Runs.ALWAYS || (ALL && row.runs() == Runs.ALL));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("rows")
  void resultsMatchTheTable(Row row) throws Exception {
    OwnTestRun run = OwnTestRun.of(row.className());
    assertThat(run.failing()).as("methods that fail, see " + run.log()).isEqualTo(row.failing());
    assertThat(run.passed()).as("tests that pass").isEqualTo(row.passed());
    assertThat(run.lookUps() + run.inserts()).as("uses of Strata").isPositive();
  }

  @Test
  void tableHasEveryClassThatUsesABlockCache() throws IOException {
    assertThat(OwnTests.rows())
        .extracting(Row::className)
        .doesNotHaveDuplicates()
        .containsExactlyInAnyOrderElementsOf(classesThatTouchACache());
  }

  /** Finds them by the references of their class files and those of their nested classes. */
  private static Set<String> classesThatTouchACache() throws IOException {
    Set<String> found = new TreeSet<>();
    try (JarFile jar = new JarFile(testsJar())) {
      for (JarEntry entry : jar.stream().toList()) {
        String name = entry.getName().replaceAll("(\\$.*)?\\.class$", "");
        if (entry.getName().endsWith(".class") && name.matches(".*/Test\\w+")) {
          byte[] bytes = jar.getInputStream(entry).readAllBytes();
          // References are plain text in a class file.
          if (CACHE.matcher(new String(bytes, StandardCharsets.ISO_8859_1)).find()) {
            found.add(name.replace('/', '.'));
          }
        }
      }
    }
    return found;
  }

  private static String testsJar() {
    return List.of(OwnTestRun.classPathOf("hbase-2.6.4-tests").split(File.pathSeparator)).stream()
        .filter(jar -> jar.matches(".*/hbase-server-[^/]*-tests\\.jar"))
        .findFirst()
        .orElseThrow();
  }
}
