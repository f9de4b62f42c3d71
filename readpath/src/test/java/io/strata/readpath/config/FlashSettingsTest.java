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

  private static void rejects(String sentence, String... namesAndValues) {
    assertThatThrownBy(() -> Confs.read(namesAndValues))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(sentence);
  }

  @Test
  void thereIsNoneUnlessItIsAskedFor() {
    assertThat(Confs.read().flash()).isEmpty();
    assertThat(Confs.read(PATH, "").flash()).isEmpty();
    assertThat(Confs.read(PATH, " ").flash()).isEmpty();
  }

  @Test
  void oneSizeIsEachFiles() {
    FlashSettings flash =
        Confs.read(PATH, file("a") + ", " + file("b"), SIZE, "200m").flash().orElseThrow();
    assertThat(flash.options().files())
        .containsExactly(
            new DeviceSize(folder.resolve("a"), 200 * MB),
            new DeviceSize(folder.resolve("b"), 200 * MB));
    assertThat(flash.bytes()).isEqualTo(400 * MB);
    assertThat(flash.isWarm()).isTrue();
    assertThat(flash.isEncrypted()).isFalse();
    assertThat(flash.isCareful()).isFalse();
  }

  @Test
  void orEachHasItsOwn() {
    FlashSettings flash =
        Confs.read(PATH, file("a") + "," + file("b"), SIZE, "200m, 300m").flash().orElseThrow();
    assertThat(flash.options().files()).extracting(DeviceSize::bytes).contains(200 * MB, 300 * MB);
  }

  @Test
  void directMemoryIsDrainedToFilesThatAreFoundAgain() {
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
        "strata.flash.drain is \"1000\", but strata.flash.restart is false, so that nothing is found"
            + " again: remove it, or set strata.flash.restart to true.",
        PATH,
        a,
        SIZE,
        "200m",
        "strata.flash.restart",
        "false",
        DRAIN,
        "1000");
    rejects(
        "strata.flash.drain is \"5s\", which is not a whole number from 0 to 3600000: correct it, or"
            + " remove it for the default of 5000.",
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
  void itsMemoryIsInTheFormulaAndTheChecks() {
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
        .hasMessageContaining("MB for the tier on disks")
        .hasMessageContaining("raise -XX:MaxDirectMemorySize");
  }

  @Test
  void whatCannotBeIsRefusedWithItsMend() throws IOException {
    String a = file("a");
    rejects(
        "strata.flash.size is not set, but strata.flash.path names a file: set it to what the file"
            + " may take, for example 100g.",
        PATH,
        a);
    rejects(
        "strata.flash.size is \"1g\", but strata.flash.path is not set: set it to a file on each"
            + " disk, or remove the size.",
        SIZE,
        "1g");
    rejects(
        "strata.flash.path is \"cache\", where \"cache\" is no absolute path: begin each path with a"
            + " slash.",
        PATH,
        "cache",
        SIZE,
        "1g");
    rejects(
        "strata.flash.path is \"one line\", where \"one line\" is no absolute path: begin each path"
            + " with a slash.",
        PATH,
        "one\u0085line",
        SIZE,
        "1g");
    rejects(
        "strata.flash.path is \"%s,%s\", where %s and %s are the same file: name each file once."
            .formatted(a, a, a, a),
        PATH,
        a + "," + a,
        SIZE,
        "200m");
    rejects(
        "strata.flash.size is \"100m\", which is less than 112 MB for %s: raise it, or lower"
                .formatted(a)
            + " strata.flash.region.size.",
        PATH,
        a,
        SIZE,
        "100m");
    rejects(
        "strata.flash.size is \"1g,1g\", which is 2 sizes for 1 files: give one size, or one for"
            + " each file.",
        PATH,
        a,
        SIZE,
        "1g,1g");
    rejects(
        "strata.flash.encryption is \"all\", but HBase has no key provider to keep the key until the"
            + " next start: set hbase.crypto.keyprovider.parameters, or strata.flash.restart to"
            + " false.",
        PATH,
        a,
        SIZE,
        "200m",
        "strata.flash.encryption",
        "all");
    Path elsewhere = folder.resolve("none").resolve("a");
    rejects(
        "strata.flash.path is \"%s\", where %s is no directory: create it."
            .formatted(elsewhere, elsewhere.getParent()),
        PATH,
        elsewhere.toString(),
        SIZE,
        "200m");
    assertThatThrownBy(() -> Confs.read(PATH, a, SIZE, "1000000g"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("strata.flash.size is \"1000000g\", which is too large")
        .hasMessageContaining("raise hbase.blockcache.minblocksize");
    assertThatThrownBy(() -> Confs.read(PATH, a, SIZE, "10000g"))
        .hasMessageContaining("strata.flash.size is \"10000g\", for which")
        .hasMessageContaining("lower it or free that much");
    Files.createFile(folder.resolve("a"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("a"));
    rejects(
        "strata.flash.path is \"%s,%s\", where %s and %s are the same file: name each file once."
            .formatted(a, link, a, link),
        PATH,
        a + "," + link,
        SIZE,
        "200m");
  }

  @Test
  void memoryInFilesHasNoTierBelow() {
    rejects(
        "strata.flash.path is \"%s\", but hbase.bucketcache.ioengine has the blocks in files"
                .formatted(file("a"))
            + " already: set hbase.bucketcache.ioengine to offheap, or remove it.",
        PATH,
        file("a"),
        SIZE,
        "200m",
        "hbase.bucketcache.ioengine",
        "mmap:" + file("b"));
  }
}
