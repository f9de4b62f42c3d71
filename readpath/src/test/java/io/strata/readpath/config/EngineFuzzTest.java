package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Tag;

/** For any name of an engine, exactly the files that it names are used. */
@Tag("fuzz")
class EngineFuzzTest {
  private static final String KEY = "hbase.bucketcache.ioengine";

  @FuzzTest
  void usesEveryNamedFile(byte[] input) {
    Configuration conf = new Configuration(false);
    conf.set(KEY, new String(input, StandardCharsets.UTF_8));
    Engine engine;
    try {
      Confs.find(OffHeapKeys.IO_ENGINE, conf);
      engine = new EngineReader(new SettingReader(conf)).engine();
    } catch (InvalidSettingException e) {
      RejectionMessages.check(e, conf);
      return;
    }
    String text = conf.get(KEY).trim();
    if (engine.kind() == Engine.Kind.OFFHEAP) {
      assertThat(text).isEqualTo("offheap");
      assertThat(engine.paths()).isEmpty();
      return;
    }
    assertThat(text).matches("(?s)(?:mmap|pmem|files?):.*");
    assertThat(engine.paths()).isEqualTo(asHBaseSplitsThem(text)).isNotEmpty();
    assertThat(engine.paths().stream().map(Path::normalize)).doesNotHaveDuplicates();
  }

  private static List<Path> asHBaseSplitsThem(String text) {
    String rest = text.substring(text.indexOf(':') + 1);
    String[] paths = text.startsWith("file") ? rest.split(",") : new String[] {rest};
    return Arrays.stream(paths).map(path -> Path.of(path.trim()).toAbsolutePath()).toList();
  }
}
