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
  void engineOfFilesIsFlashTier(String scheme) {
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
  void smallFilesHaveSmallRegionsAndLittleMemory() {
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
  void flashKeysApplyToEngineOfFiles() {
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
            "hbase.bucketcache.size=64: %s needs at least 112 MB. Raise it, or lower"
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
  void keepsOrderOfFiles() {
    Path b = folder.resolve("b");
    Path a = folder.resolve("a");

    CacheSettings settings = read(KEY, "files:" + b + ", " + a, "hbase.bucketcache.size", "64");

    assertThat(settings.engine().paths()).containsExactly(b, a);
  }

  @Test
  void mappedMemoryIsNotDirectMemory() {
    MemoryLimits small = new MemoryLimits(8L << 30, 1L << 20);
    Configuration conf =
        Confs.site(KEY, "pmem:" + folder.resolve("cache"), "hbase.bucketcache.size", "64");

    assertThat(CacheSettings.read(conf, small).offHeapBytes()).isEqualTo(64 * MB);
  }

  @Test
  void notesEngineOfFiles() {
    Path file = folder.resolve("cache");

    assertThat(read(KEY, "pmem:" + file, "hbase.bucketcache.size", "32").notes()).isEmpty();
    assertThat(read(KEY, "file:" + file, "hbase.bucketcache.size", "32").notes())
        .singleElement()
        .asString()
        .startsWith("hbase.bucketcache.ioengine=file:" + file)
        .endsWith("and strata.flash.path to the files.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"heap", "OFFHEAP", "offheap2", "MMAP:/x", "mmap", "files", "/x", "s3:/x"})
  void rejectsUnknownEngine(String engine) {
    assertThatThrownBy(() -> read(KEY, engine))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.ioengine=%s: unknown engine. Set it to offheap, mmap:PATH,"
                + " pmem:PATH, file:PATH or files:PATH,PATH.",
            engine);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mmap:", "file: ", "files:,/x", "files:/x,,/y", "files:,"})
  void rejectsEngineWithoutPath(String engine) {
    assertThatThrownBy(() -> read(KEY, engine))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(": lacks a path. ");
  }

  @Test
  void rejectsDuplicatePath() {
    assertThatThrownBy(() -> read(KEY, "files:/x/a,/x/./a"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageContaining(": names a file twice. ");
  }

  @Test
  void rejectsUnusablePaths() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    rejects("mmap:" + folder, "is a directory");
    rejects("mmap:" + folder.resolve("missing/cache"), "missing is not a directory. Create it.");
    rejects("files:" + file + "," + file.resolve("below"), "file is not a directory");
  }

  @Test
  void rejectsReadOnlyPaths() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    Path locked = Files.createDirectory(folder.resolve("locked"));
    assertThat(file.toFile().setReadOnly()).isTrue();
    assertThat(locked.toFile().setReadOnly()).isTrue();
    assumeThat(Files.isWritable(file)).as("the superuser may write everything").isFalse();

    rejects("mmap:" + file, "file is not writable. Give HBase's user write permission.");
    rejects("mmap:" + locked.resolve("cache"), "locked is not writable. Give HBase's user");
  }

  @Test
  void rejectsFileLargerThanDevice() throws IOException {
    long present = 8 * MB;
    Path file = Files.write(folder.resolve("cache"), new byte[(int) present]);
    long usable = Files.getFileStore(folder).getUsableSpace() / MB;
    String tooLarge = Long.toString(usable + (1 << 20));

    assertThatThrownBy(() -> read(KEY, "mmap:" + file, "hbase.bucketcache.size", tooLarge))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.size=" + tooLarge + ": ")
        .hasMessageEndingWith(" MB of free space. Lower it or free that much.");
  }

  @Test
  void rejectsFilesTogetherLargerThanDevice() throws IOException {
    long usable = Files.getFileStore(folder).getUsableSpace() / MB;
    String engine = "files:%1$s/a,%1$s/b".formatted(folder);
    String eachWouldFit = Long.toString(usable * 3 / 2);

    assertThatThrownBy(() -> read(KEY, engine, "hbase.bucketcache.size", eachWouldFit))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.size=" + eachWouldFit + ": ")
        .hasMessageContaining(" of free space. ");
  }

  @Test
  void checksAndNotesPersistentPath() {
    String key = "hbase.bucketcache.persistent.path";

    assertThat(read(key, folder.resolve("map").toString()).notes())
        .singleElement()
        .asString()
        .endsWith(
            "has no effect: files are recovered with `strata.flash.restart`, and memory is kept"
                + " with `strata.offheap.path`.");
    assertThatThrownBy(() -> read(key, folder.resolve("missing/map").toString()))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.persistent.path=")
        .hasMessageEndingWith("missing is not a directory. Create it.");
  }

  @Test
  void rejectsInvalidPath() {
    Configuration conf = Confs.site();
    conf.set(KEY, "mmap:/x\0y");
    assertThatThrownBy(() -> CacheSettings.read(conf, Confs.AMPLE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage(
            "hbase.bucketcache.ioengine=mmap:/x y: contains an invalid path. Correct the path.");

    conf.set(KEY, "offheap");
    conf.set("hbase.bucketcache.persistent.path", "/x\0y");
    assertThatThrownBy(() -> CacheSettings.read(conf, Confs.AMPLE))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessage("hbase.bucketcache.persistent.path=/x y: must be a path. Correct it.");
  }

  private static void rejects(String engine, String problem) {
    assertThatThrownBy(() -> read(KEY, engine, "hbase.bucketcache.size", "32"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("hbase.bucketcache.ioengine=")
        .hasMessageContaining(problem);
  }
}
