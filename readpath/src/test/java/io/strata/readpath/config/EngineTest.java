package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.MB;
import static io.strata.readpath.config.Confs.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EngineTest {
  private static final String KEY = "hbase.bucketcache.ioengine";

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"mmap", "file", "files"})
  void enginesWithAFileAreTheTierOnDisks(String scheme) {
    Path file = folder.resolve("cache");

    CacheSettings settings = read(KEY, scheme + ":" + file, "hbase.bucketcache.size", "512");

    assertThat(settings.engine()).isEqualTo(new Engine(Engine.Kind.FILES, List.of(file)));
    FlashSettings files = settings.flash().orElseThrow();
    assertThat(files.isAlone()).isTrue();
    assertThat(files.options().files()).containsExactly(new DeviceSize(file, 512 * MB));
    assertThat(files.options().ring().regionBytes()).isEqualTo(16 * MB);
    assertThat(files.options().writeRate().maxWriteBytesPerSecond()).as("no limit").isZero();
    assertThat(files.isWarm()).isTrue();
    assertThat(settings.offHeapBytes()).isEqualTo(64 * MB);
    assertThat(file).doesNotExist();
  }

  @Test
  void smallFilesHaveSmallRegionsAndLittleMemoryAboveThem() {
    CacheSettings settings =
        read(
            KEY,
            "files:" + folder.resolve("a") + "," + folder.resolve("b"),
            "hbase.bucketcache.size",
            "150");

    FlashOptions options = settings.flash().orElseThrow().options();
    assertThat(options.files()).extracting(DeviceSize::bytes).containsOnly(75 * MB);
    assertThat(options.ring().regionBytes()).isEqualTo(2 * MB);
    assertThat(settings.offHeapBytes()).isEqualTo(150 * MB / 4);
    assertThat(read(KEY, "file:" + folder.resolve("a")).offHeapBytes())
        .isGreaterThanOrEqualTo(32 * MB);
  }

  @Test
  void whatIsSaidOfTheTierOnDisksHolds() {
    FlashSettings files =
        read(
                KEY,
                "file:" + folder.resolve("a"),
                "hbase.bucketcache.size",
                "256",
                "strata.flash.region.size",
                "4m",
                "strata.flash.write.rate",
                "7m",
                "strata.flash.restart",
                "false")
            .flash()
            .orElseThrow();

    assertThat(files.options().ring().regionBytes()).isEqualTo(4 * MB);
    assertThat(files.options().writeRate().maxWriteBytesPerSecond()).isEqualTo(7 * MB);
    assertThat(files.isWarm()).isFalse();
    assertThatThrownBy(
            () ->
                read(
                    KEY,
                    "file:" + folder.resolve("a"),
                    "hbase.bucketcache.size",
                    "64",
                    "strata.flash.region.size",
                    "16m"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.size is \"64\", which is less than 112 MB for %s: raise it, or lower"
                + " strata.flash.region.size.",
            folder.resolve("a"));
  }

  @Test
  void persistentMemoryIsMapped() {
    Path file = folder.resolve("cache");

    CacheSettings settings = read(KEY, "pmem:" + file, "hbase.bucketcache.size", "32");

    assertThat(settings.engine()).isEqualTo(new Engine(Engine.Kind.MAPPED, List.of(file)));
    assertThat(settings.flash()).isEmpty();
    assertThat(settings.offHeapBytes()).isEqualTo(32 * MB);
    assertThat(file).doesNotExist();
  }

  @Test
  void severalFilesKeepTheirOrder() {
    Path b = folder.resolve("b");
    Path a = folder.resolve("a");

    CacheSettings settings = read(KEY, "files:" + b + ", " + a, "hbase.bucketcache.size", "64");

    assertThat(settings.engine().paths()).containsExactly(b, a);
  }

  @Test
  void mappedMemoryIsNotCountedAsDirect() {
    MemoryLimits small = new MemoryLimits(8L << 30, 1L << 20);
    Configuration conf =
        Confs.site(KEY, "pmem:" + folder.resolve("cache"), "hbase.bucketcache.size", "64");

    assertThat(CacheSettings.read(conf, small).offHeapBytes()).isEqualTo(64 * MB);
  }

  @Test
  void enginesWithFilesAloneNeedANote() {
    Path file = folder.resolve("cache");

    assertThat(read(KEY, "pmem:" + file, "hbase.bucketcache.size", "32").notes()).isEmpty();
    assertThat(read(KEY, "file:" + file, "hbase.bucketcache.size", "32").notes())
        .singleElement()
        .asString()
        .startsWith("hbase.bucketcache.ioengine is \"file:" + file)
        .endsWith("and strata.flash.path to the files.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "OFFHEAP", "offheap2", "MMAP:/x", "mmap", "files", "/x", "s3:/x"})
  void unknownEnginesAreRefused(String engine) {
    assertThatThrownBy(() -> read(KEY, engine))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.ioengine is \"%s\", which is no engine: set it to offheap,"
                + " mmap:PATH, pmem:PATH, file:PATH or files:PATH,PATH.",
            engine);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mmap:", "file: ", "files:,/x", "files:/x,,/y", "files:,"})
  void anEngineWithoutItsPathIsRefused(String engine) {
    assertThatThrownBy(() -> read(KEY, engine))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("which lacks a path: ");
  }

  @Test
  void aPathNamedTwiceIsRefused() {
    assertThatThrownBy(() -> read(KEY, "files:/x/a,/x/./a"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining("which names a file twice");
  }

  @Test
  void pathsThatCannotBeWrittenAreRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    rejects("mmap:" + folder, "is a directory");
    rejects("mmap:" + folder.resolve("missing/cache"), "missing is no directory: create it");
    rejects("files:" + file + "," + file.resolve("below"), "file is no directory");
  }

  @Test
  void whatMayOnlyBeReadIsRefused() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assertThat(file.toFile().setReadOnly()).isTrue();
    assertThat(locked.toFile().setReadOnly()).isTrue();
    assumeThat(Files.isWritable(file)).as("the superuser may write everything").isFalse();

    rejects("mmap:" + file, "file cannot be written: let HBase's user write it");
    rejects("mmap:" + locked.resolve("cache"), "locked cannot be written: let HBase's user");
  }

  @Test
  void aFileLargerThanItsDeviceIsRefused() throws IOException {
    long present = 8 * MB;
    Path file = Files.write(folder.resolve("cache"), new byte[(int) present]);
    long usable = Files.getFileStore(folder).getUsableSpace() / MB;
    String tooLarge = Long.toString(usable + (1 << 20));

    assertThatThrownBy(() -> read(KEY, "mmap:" + file, "hbase.bucketcache.size", tooLarge))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.size is \"" + tooLarge + "\", for which ")
        .hasMessageEndingWith(" MB: lower it or free that much.");
  }

  @Test
  void filesTogetherLargerThanTheirDeviceAreRefused() throws IOException {
    long usable = Files.getFileStore(folder).getUsableSpace() / MB;
    String engine = "files:%1$s/a,%1$s/b".formatted(folder);
    String eachWouldFit = Long.toString(usable * 3 / 2);

    assertThatThrownBy(() -> read(KEY, engine, "hbase.bucketcache.size", eachWouldFit))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.size is \"" + eachWouldFit + "\", for which ");
  }

  @Test
  void thePersistentPathIsCheckedAndAnswered() {
    String key = "hbase.bucketcache.persistent.path";

    assertThat(read(key, folder.resolve("map").toString()).notes())
        .singleElement()
        .asString()
        .endsWith(
            "has no meaning here: what is in files is found again without it"
                + " (`strata.flash.restart`), and what is in memory by `strata.offheap.path`.");
    assertThatThrownBy(() -> read(key, folder.resolve("missing/map").toString()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.persistent.path is \"")
        .hasMessageEndingWith("missing is no directory: create it.");
  }

  @Test
  void whatIsNoPathIsRefused() {
    Configuration conf = Confs.site();
    conf.set(KEY, "mmap:/x\0y");
    assertThatThrownBy(() -> CacheSettings.read(conf, Confs.ROOMY))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.ioengine is \"mmap:/x y\", which holds no valid path: correct the"
                + " path.");

    conf.set(KEY, "offheap");
    conf.set("hbase.bucketcache.persistent.path", "/x\0y");
    assertThatThrownBy(() -> CacheSettings.read(conf, Confs.ROOMY))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.persistent.path is \"/x y\", which is not a path: correct it.");
  }

  private static void rejects(String engine, String fault) {
    assertThatThrownBy(() -> read(KEY, engine, "hbase.bucketcache.size", "32"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.ioengine is \"")
        .hasMessageContaining(fault);
  }
}
