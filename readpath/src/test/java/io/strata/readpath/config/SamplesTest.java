package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.MB;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.partitioningBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The sample configurations are valid with the memory that the script of each sets. */
class SamplesTest {
  private static final Path CONF = Path.of("..", "conf");
  private static final Map<String, Integer> SHIFTS = Map.of("m", 20, "g", 30);

  @ParameterizedTest
  @CsvSource({"small, 3072", "12g, 12288", "100g, 102400"})
  void sampleIsValid(String name, int megabytes) throws IOException {
    Configuration conf = sample(name);

    CacheSettings settings = CacheSettings.read(conf, limits(name));

    assertThat(settings.offHeapBytes()).isEqualTo(megabytes * MB);
    assertThat(settings.engine().kind()).isEqualTo(Engine.Kind.OFFHEAP);
    assertThat(settings.notes()).isEmpty();
    assertThat(conf.get("hbase.regionserver.impl"))
        .isEqualTo("io.strata.readpath.StrataRegionServer");
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "12g", "100g"})
  void leavesQuarterGigabyteOfDirectMemory(String name) throws IOException {
    Configuration conf = sample(name);
    MemoryLimits all = limits(name);
    MemoryLimits less = new MemoryLimits(all.maxHeap(), all.maxDirect() - 256 * MB);

    assertThat(CacheSettings.read(conf, less).offHeapBytes()).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"small", "12g", "100g"})
  void samplesSetOnlyKnownKeys(String name) {
    Configuration alone = new Configuration(false);
    alone.addResource(file(name));

    assertThat(alone)
        .extracting(Map.Entry::getKey)
        .allMatch(key -> key.equals("hbase.regionserver.impl") || SettingKeys.isKnown(key));
  }

  @Test
  void everySampleHasScript() throws IOException {
    try (var files = Files.list(CONF)) {
      Map<Boolean, Long> counts =
          files
              .map(file -> file.getFileName().toString())
              .filter(file -> file.matches("hbase-(site|env)-.*"))
              .collect(partitioningBy(f -> f.endsWith(".xml"), counting()));
      assertThat(counts).containsEntry(true, 3L).containsEntry(false, 3L);
    }
  }

  static Configuration sample(String name) {
    Configuration conf = HBaseConfiguration.create();
    conf.addResource(file(name));
    return conf;
  }

  private static org.apache.hadoop.fs.Path file(String name) {
    Path file = CONF.resolve("hbase-site-%s.xml".formatted(name));
    assertThat(file).exists();
    return new org.apache.hadoop.fs.Path(file.toUri());
  }

  static MemoryLimits limits(String name) throws IOException {
    String script = Files.readString(CONF.resolve("hbase-env-%s.sh".formatted(name)));
    return new MemoryLimits(option(script, "-Xmx"), option(script, "-XX:MaxDirectMemorySize="));
  }

  private static long option(String script, String option) {
    String settings = script.lines().filter(line -> !line.startsWith("#")).collect(joining("\n"));
    Matcher matcher = Pattern.compile(option + "(\\d+)([mg])").matcher(settings);
    assertThat(matcher.find()).as(option).isTrue();
    return Long.parseLong(matcher.group(1)) << SHIFTS.get(matcher.group(2));
  }
}
