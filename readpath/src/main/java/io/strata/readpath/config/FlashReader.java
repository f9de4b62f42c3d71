package io.strata.readpath.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.admit.WearOptions;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RestartOptions;
import io.strata.flash.ring.RingOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;

/** Reads how the tier on disks is made, and looks how that fits together. */
final class FlashReader {
  /**
   * What stands on the disks, by its format: another number, and nothing of before is found again.
   */
  private static final UUID FORMAT =
      UUID.nameUUIDFromBytes("io.strata.readpath: blocks of HFiles, 1".getBytes(UTF_8));

  /**
   * As many blocks of the usual size as a request holds at most, while it is answered: sixteen of
   * 64 KB.
   */
  private static final long READ_BYTES_OF_A_HANDLER = 1 << 20;

  private static final long LEAST_READ_BYTES = 16 << 20;

  private final SettingReader reader;

  FlashReader(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Reads the keys.
   *
   * @param blockBytes that a block is expected to have
   * @param engine of the memory above
   */
  Optional<FlashSettings> read(int blockBytes, Engine engine) {
    if (reader.get(FlashKeys.PATH).isBlank()) {
      refuseSizeWithoutPath();
      return Optional.empty();
    }
    if (engine.kind() != Engine.Kind.OFFHEAP) {
      throw reader.refuse(
          FlashKeys.PATH,
          "but %s has the blocks in files already".formatted(OffHeapKeys.IO_ENGINE.name()),
          "set %s to offheap, or remove it".formatted(OffHeapKeys.IO_ENGINE.name()));
    }
    RingOptions usual = FlashOptions.usualRing();
    RingOptions ring = usual.withRegionBytes(Math.toIntExact(reader.get(FlashKeys.REGION_SIZE)));
    boolean warm = reader.get(FlashKeys.RESTART);
    boolean hasKeys = hasKeyProvider();
    String wanted = reader.get(FlashKeys.ENCRYPTION);
    boolean encrypted = wanted.equals("all") || (wanted.equals("auto") && hasKeys);
    if (encrypted && warm && !hasKeys) {
      throw reader.refuse(
          FlashKeys.ENCRYPTION,
          "but HBase has no key provider to keep the key until the next start",
          "set %s, or %s to false"
              .formatted(FlashKeys.KEY_PROVIDER_PARAMETERS.name(), FlashKeys.RESTART.name()));
    }
    FlashOptions options =
        new FlashOptions(
            files(ring),
            blockBytes,
            readBytes(),
            ring,
            warm ? RestartOptions.warm(FORMAT) : RestartOptions.cold(),
            Encryption.none(),
            WearOptions.usual().withMaxWriteBytesPerSecond(reader.get(FlashKeys.WRITE_RATE)),
            error -> {});
    requireIndex(options);
    return Optional.of(
        new FlashSettings(
            options,
            encrypted,
            !encrypted && hasKeys,
            reader.find(FlashKeys.MASTER_KEY_NAME).filter(name -> !name.isBlank()),
            reader.get(OffHeapKeys.ORPHAN_GRACE)));
  }

  private void requireIndex(FlashOptions options) {
    try {
      options.requireRoomInIndex();
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw reader.refuse(
          FlashKeys.SIZE,
          "which is too large (%s)".formatted(InvalidSettingException.line(e)),
          "lower it, or raise %s and %s"
              .formatted(OnHeapKeys.BLOCK_BYTES.name(), FlashKeys.REGION_SIZE.name()));
    }
  }

  private void refuseSizeWithoutPath() {
    if (reader.find(FlashKeys.SIZE).isPresent()) {
      throw reader.refuse(
          FlashKeys.SIZE,
          "but %s is not set".formatted(FlashKeys.PATH.name()),
          "set it to a file on each disk, or remove the size");
    }
  }

  /** Without one, HBase neither writes nor reads a family that is encrypted. */
  private boolean hasKeyProvider() {
    String provider = reader.get(FlashKeys.KEY_PROVIDER);
    return !reader.get(FlashKeys.KEY_PROVIDER_PARAMETERS).isEmpty()
        || !provider.equals(FlashKeys.KEY_PROVIDER.defaultText());
  }

  private long readBytes() {
    return Math.max(LEAST_READ_BYTES, READ_BYTES_OF_A_HANDLER * reader.get(HBaseKeys.HANDLERS));
  }

  private List<DeviceSize> files(RingOptions ring) {
    List<Path> paths = paths();
    List<Long> sizes =
        reader
            .find(FlashKeys.SIZE)
            .orElseThrow(
                () ->
                    reader.refuse(
                        FlashKeys.SIZE,
                        "but %s names a file".formatted(FlashKeys.PATH.name()),
                        "set it to what the file may take, for example 100g"));
    if (sizes.size() != 1 && sizes.size() != paths.size()) {
      throw reader.refuse(
          FlashKeys.SIZE,
          "which is %d sizes for %d files".formatted(sizes.size(), paths.size()),
          "give one size, or one for each file");
    }
    List<DeviceSize> files = new ArrayList<>();
    for (int i = 0; i < paths.size(); i++) {
      files.add(new DeviceSize(paths.get(i), sizes.get(sizes.size() == 1 ? 0 : i)));
    }
    requireRegions(files, ring);
    return files;
  }

  private void requireRegions(List<DeviceSize> files, RingOptions ring) {
    long least = (long) ring.fewestRegions() * ring.regionBytes();
    for (DeviceSize each : files) {
      if (each.bytes() < least) {
        throw reader.refuse(
            FlashKeys.SIZE,
            "which is less than %d MB for %s".formatted(DirectMemory.megabytes(least), each.path()),
            "raise it, or lower " + FlashKeys.REGION_SIZE.name());
      }
    }
  }

  private List<Path> paths() {
    List<Path> paths =
        Arrays.stream(reader.get(FlashKeys.PATH).split(",", -1)).map(this::path).toList();
    for (int i = 0; i < paths.size(); i++) {
      for (int j = 0; j < i; j++) {
        if (isSame(paths.get(i), paths.get(j))) {
          throw reader.refuse(
              FlashKeys.PATH,
              "where %s and %s are the same file".formatted(paths.get(j), paths.get(i)),
              "name each file once");
        }
      }
    }
    return paths;
  }

  private Path path(String text) {
    try {
      Path path = Path.of(text.trim());
      if (!path.isAbsolute()) {
        throw reader.refuse(
            FlashKeys.PATH,
            "where \"%s\" is no absolute path".formatted(path),
            "begin each path with a slash");
      }
      return path.normalize();
    } catch (InvalidPathException e) {
      throw reader.refuse(FlashKeys.PATH, "which holds no valid path", "correct the path");
    }
  }

  /** Also by way of links. */
  private static boolean isSame(Path one, Path other) {
    try {
      return one.equals(other)
          || (Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other))
          || (Objects.equals(one.getFileName(), other.getFileName())
              && Files.exists(one.resolveSibling("."))
              && Files.exists(other.resolveSibling("."))
              && Files.isSameFile(one.resolveSibling("."), other.resolveSibling(".")));
    } catch (IOException e) {
      // Whether they can be used is asked later.
      return false;
    }
  }
}
