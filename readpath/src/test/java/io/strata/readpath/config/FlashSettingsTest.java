package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.GB;
import static io.strata.readpath.config.Confs.MB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.readpath.testing.InSharedMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlashSettingsTest {
  private static final String PATH = "strata.flash.path";
  private static final String SIZE = "strata.flash.size";
  private static final String DRAIN = "strata.flash.drain";

  @TempDir private Path folder = Path.of("");

  @TempDir(factory = InSharedMemory.class)
  private Path memory = Path.of("");

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private static void rejects(String message, String... namesAndValues) {
    assertThatThrownBy(() -> Confs.read(namesAndValues))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(message);
  }

  @Test
  void hasNoFlashTierByDefault() {
    assertThat(Confs.read().flash()).isEmpty();
    assertThat(Confs.read(PATH, "").flash()).isEmpty();
    assertThat(Confs.read(PATH, " ").flash()).isEmpty();
  }

  @Test
  void oneSizeAppliesToEachFile() {
    FlashSettings flash =
        Confs.read(PATH, file("a") + ", " + file("b"), SIZE, "200m").flash().orElseThrow();
    assertThat(flash.options().files())
        .containsExactly(
            new DeviceSize(folder.resolve("a"), 200 * MB),
            new DeviceSize(folder.resolve("b"), 200 * MB));
    assertThat(flash.bytes()).isEqualTo(400 * MB);
    assertThat(flash.isWarm()).isTrue();
    assertThat(flash.isEncrypted()).isFalse();
    assertThat(flash.isPlainOnly()).isFalse();
  }

  @Test
  void readsSizeOfEachFile() {
    FlashSettings flash =
        Confs.read(PATH, file("a") + "," + file("b"), SIZE, "200m, 300m").flash().orElseThrow();
    assertThat(flash.options().files()).extracting(DeviceSize::bytes).contains(200 * MB, 300 * MB);
  }

  @Test
  void drainsDirectMemoryToRecoverableFiles() {
    String a = file("a");
    assertThat(drainMillis(PATH, a, SIZE, "200m")).isEqualTo(5_000);
    assertThat(drainMillis(PATH, a, SIZE, "200m", DRAIN, "20000")).isEqualTo(20_000);
    assertThat(drainMillis(PATH, a, SIZE, "200m", DRAIN, "0")).isZero();
    assertThat(drainMillis(PATH, a, SIZE, "200m", "strata.flash.restart", "false")).isZero();
    assertThat(drainMillis("hbase.bucketcache.ioengine", "file:" + a)).as("files alone").isZero();
    assertThat(
            drainMillis(
                PATH, a, SIZE, "200m", "strata.offheap.path", memory.resolve("memory").toString()))
        .as("memory that outlives the process")
        .isZero();
    rejects(
        "strata.flash.drain=1000: needs strata.flash.restart=true to recover what the drain writes."
            + " Set that, or remove strata.flash.drain.",
        PATH,
        a,
        SIZE,
        "200m",
        "strata.flash.restart",
        "false",
        DRAIN,
        "1000");
    rejects(
        "strata.flash.drain=5s: must be a whole number from 0 to 3600000. Correct it, or remove it"
            + " to use the default of 5000.",
        PATH,
        a,
        SIZE,
        "200m",
        DRAIN,
        "5s");
  }

  private static long drainMillis(String... namesAndValues) {
    return Confs.read(namesAndValues).flash().orElseThrow().drainMillis();
  }

  @Test
  void countsMemoryOfFlashTier() {
    CacheSettings without = Confs.read();
    CacheSettings with = Confs.read(PATH, file("a"), SIZE, "200m");
    long direct = with.flash().orElseThrow().directBytes();
    assertThat(direct).isGreaterThan(4 * 16 * MB);
    assertThat(with.memoryNeed().bytes())
        .isGreaterThanOrEqualTo(without.memoryNeed().bytes() + direct);
    MemoryLimits tight = new MemoryLimits(8 * GB, 1_160 * MB);
    assertThat(CacheSettings.read(Confs.site(), tight).flash()).isEmpty();
    assertThatThrownBy(() -> CacheSettings.read(Confs.site(PATH, file("a"), SIZE, "200m"), tight))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("MB for the flash tier")
        .hasMessageContaining("Set -XX:MaxDirectMemorySize=");
  }

  @Test
  void rejectsInvalidSettingsWithFix() throws IOException {
    String a = file("a");
    rejects(
        "strata.flash.size: not set, and strata.flash.path needs a size. Set it to the size of each"
            + " file, for example 100g.",
        PATH,
        a);
    rejects(
        "strata.flash.size=1g: needs strata.flash.path. Set that to a file on each disk, or remove"
            + " strata.flash.size.",
        SIZE,
        "1g");
    rejects(
        "strata.flash.path=cache: \"cache\" is not an absolute path. Begin each path with a slash.",
        PATH,
        "cache",
        SIZE,
        "1g");
    rejects(
        "strata.flash.path=one line: \"one line\" is not an absolute path. Begin each path with a"
            + " slash.",
        PATH,
        "one\u0085line",
        SIZE,
        "1g");
    rejects(
        "strata.flash.path=%s,%s: %s and %s are the same file. Name each file once."
            .formatted(a, a, a, a),
        PATH,
        a + "," + a,
        SIZE,
        "200m");
    rejects(
        "strata.flash.size=100m: %s needs at least 112 MB. Raise it, or lower".formatted(a)
            + " strata.flash.region.size.",
        PATH,
        a,
        SIZE,
        "100m");
    rejects(
        "strata.flash.size=1g,1g: 2 sizes for 1 files. Give one size, or one for each file.",
        PATH,
        a,
        SIZE,
        "1g,1g");
    rejects(
        "strata.flash.encryption=all: HBase has no key provider, which keeps the key for the next"
            + " start. Set hbase.crypto.keyprovider.parameters, or set strata.flash.restart to"
            + " false.",
        PATH,
        a,
        SIZE,
        "200m",
        "strata.flash.encryption",
        "all");
    Path elsewhere = folder.resolve("none").resolve("a");
    rejects(
        "strata.flash.path=%s: %s is not a directory. Create it."
            .formatted(elsewhere, elsewhere.getParent()),
        PATH,
        elsewhere.toString(),
        SIZE,
        "200m");
    assertThatThrownBy(() -> Confs.read(PATH, a, SIZE, "1000000g"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("strata.flash.size=1000000g: too large")
        .hasMessageContaining("raise hbase.blockcache.minblocksize");
    assertThatThrownBy(() -> Confs.read(PATH, a, SIZE, "10000g"))
        .hasMessageContaining("strata.flash.size=10000g: ")
        .hasMessageContaining("of free space. Lower it or free that much");
    Files.createFile(folder.resolve("a"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a"));
    rejects(
        "strata.flash.path=%s,%s: %s and %s are the same file. Name each file once."
            .formatted(a, link, a, link),
        PATH,
        a + "," + link,
        SIZE,
        "200m");
  }

  @Test
  void rejectsFlashTierBelowFiles() {
    rejects(
        "strata.flash.path=%s: needs hbase.bucketcache.ioengine=offheap. Set that, or remove"
                .formatted(file("a"))
            + " strata.flash.path.",
        PATH,
        file("a"),
        SIZE,
        "200m",
        "hbase.bucketcache.ioengine",
        "mmap:" + file("b"));
  }
}
