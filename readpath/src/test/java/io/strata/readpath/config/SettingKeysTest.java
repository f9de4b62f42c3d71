package io.strata.readpath.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockCache;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingKeysTest {
  /** The pattern of a key of HBase's block cache. */
  private static final Predicate<String> CACHE_KEY =
      Pattern.compile(
              "(hbase\\.(bucketcache|blockcache|offheapcache|lru|block\\.data|hfile\\.prefetch"
                  + "|(regionserver|hstore)\\.datatiering|rs\\.(cache|evict|prefetch))"
                  + "|hfile\\.(onheap\\.)?block\\.(cache|index\\.cache|bloom\\.cache))[a-z.]+")
          .asMatchPredicate();

  static Stream<SettingKey<?>> keys() {
    return SettingKeys.all().stream();
  }

  @Test
  void knowsEveryKeyOfHBasesCache() throws IOException {
    Set<String> keys = new TreeSet<>();
    for (Class<?> inJar : new Class<?>[] {BlockCache.class, HConstants.class}) {
      keys.addAll(cacheKeysIn(inJar));
    }

    assertThat(keys).contains("hbase.bucketcache.size", "hbase.rs.evictblocksonclose");
    assertThat(keys).allMatch(SettingKeys::isKnown);
  }

  @ParameterizedTest
  @ValueSource(strings = {"OPERATING.md", "MEMORY.md"})
  void guidesNameKnownKeysOnly(String guide) throws IOException {
    Set<String> keys =
        Pattern.compile("`((?:strata|hbase\\.bucketcache)\\.[a-z.]+[a-z])`")
            .matcher(Files.readString(Path.of("..", "docs", guide)))
            .results()
            .map(each -> each.group(1))
            .collect(Collectors.toSet());

    assertThat(keys).isNotEmpty().allMatch(SettingKeys::isKnown);
  }

  @Test
  void namesAreUnique() {
    assertThat(keys().map(SettingKey::name)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("keys")
  void defaultsEqualHBases(SettingKey<?> key) {
    Configuration shipped = HBaseConfiguration.create();
    String text = shipped.get(key.name());
    if (text != null) {
      assertThat(key.type().parse(text)).isEqualTo(key.type().parse(key.defaultText()));
    } else if (!key.defaultText().isEmpty()) {
      assertThat(key.type().parse(key.defaultText())).isNotNull();
    }
  }

  @Test
  void everyReloadHasKey() {
    assertThat(keys().map(SettingKey::reload).distinct())
        .containsExactlyInAnyOrder(Reload.values());
  }

  @Test
  void reloadChangesOnlyKeysThatStrataReads() {
    assertThat(keys().filter(key -> key.support().by() != Support.By.STRATA))
        .allMatch(key -> key.reload() == Reload.NONE);
    assertThat(
            keys()
                .filter(key -> key.support().by() == Support.By.STRATA)
                .filter(key -> key.reload() == Reload.NONE)
                .map(SettingKey::name))
        .as("resized by HBase's heap tuner, or only checked")
        .containsExactlyInAnyOrder(
            "hfile.block.cache.size",
            "hfile.block.cache.memory.size",
            "hfile.onheap.block.cache.fixed.size",
            "hbase.blockcache.use.external",
            "strata.physical.memory.check");
  }

  @ParameterizedTest
  @MethodSource("keys")
  void rowsFitTable(SettingKey<?> key) {
    assertThat(key.name() + key.unit() + key.defaultText() + key.meaning() + key.support().reason())
        .doesNotContain("|")
        .doesNotContain("\n");
    assertThat(key.meaning()).endsWith(".");
    assertThat(key.support().reason()).doesNotEndWith(".");
  }

  private static Set<String> cacheKeysIn(Class<?> inJar) throws IOException {
    Set<String> keys = new TreeSet<>();
    URL url = inJar.getResource(inJar.getSimpleName() + ".class");
    try (JarFile jar = ((JarURLConnection) url.openConnection()).getJarFile()) {
      for (JarEntry entry : (Iterable<JarEntry>) jar.stream()::iterator) {
        if (entry.getName().endsWith(".class")) {
          try (InputStream in = jar.getInputStream(entry)) {
            texts(in).filter(CACHE_KEY).forEach(keys::add);
          }
        }
      }
    }
    return keys;
  }

  /** Returns the texts in the constant pool of a class file. */
  private static Stream<String> texts(InputStream classFile) throws IOException {
    DataInputStream in = new DataInputStream(classFile);
    Stream.Builder<String> texts = Stream.builder();
    in.skipNBytes(8);
    int count = in.readUnsignedShort();
    for (int i = 1; i < count; i++) {
      int tag = in.readUnsignedByte();
      switch (tag) {
        case 1 -> texts.add(in.readUTF());
        case 5, 6 -> {
          in.skipNBytes(8);
          i++;
        }
        case 7, 8, 16, 19, 20 -> in.skipNBytes(2);
        case 15 -> in.skipNBytes(3);
        default -> in.skipNBytes(4);
      }
    }
    return texts.build();
  }
}
