package io.strata.readpath.config;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The settings of the flash tier. Immutable.
 *
 * @param options all but the encryption key and the error handler
 * @param isEncrypted whether blocks are encrypted on the disks
 * @param isPlainOnly whether blocks of encrypted families must not be written: blocks are stored in
 *     plain text, and HBase has a key provider
 * @param masterKeyName name of the key in HBase's key provider; empty for that of HBase's user
 * @param isAlone whether the files are the engine, with memory only for blocks in flight
 * @param drainMillis how long a graceful stop writes blocks of memory to the files; 0 for no drain
 */
public record FlashSettings(
    FlashOptions options,
    boolean isEncrypted,
    boolean isPlainOnly,
    Optional<MasterKeyName> masterKeyName,
    boolean isAlone,
    long drainMillis) {
  /**
   * The name of a key of HBase's key provider.
   *
   * @param shown the name without secrets
   */
  public record MasterKeyName(String name, String shown) {
    @Override
    public String toString() {
      return shown;
    }
  }

  /** Returns the size of all files together. */
  public long bytes() {
    return options.files().stream().mapToLong(DeviceSize::bytes).sum();
  }

  /** Returns the direct memory of the tier. */
  public long directBytes() {
    return options.directBytes();
  }

  /** Returns the files. */
  public List<Path> paths() {
    return options.files().stream().map(DeviceSize::path).toList();
  }

  /** Returns the key that names the files. */
  SettingKey<?> pathKey() {
    return pathKey(isAlone);
  }

  /** Returns the key of their size. */
  SettingKey<?> sizeKey() {
    return sizeKey(isAlone);
  }

  static SettingKey<?> pathKey(boolean isAlone) {
    return isAlone ? OffHeapKeys.IO_ENGINE : FlashKeys.PATH;
  }

  static SettingKey<?> sizeKey(boolean isAlone) {
    return isAlone ? OffHeapKeys.SIZE : FlashKeys.SIZE;
  }

  /** Returns whether blocks are recovered after a restart. */
  public boolean isWarm() {
    return options.restart().warm();
  }

  /** Returns the layout of the files; with another layout, all files must be reopened. */
  List<Object> layout() {
    return List.of(
        options.files(),
        options.ring().regionBytes(),
        isWarm(),
        isEncrypted,
        isPlainOnly,
        masterKeyName);
  }

  /** Returns the layout of the files as text without secrets. */
  public String summary() {
    return "%s, regions of %d bytes, restart %s, encrypted %s%s%s"
        .formatted(
            options.files().stream()
                .map(each -> each.path() + " of " + each.bytes() + " bytes")
                .collect(Collectors.joining(" and ")),
            options.ring().regionBytes(),
            isWarm(),
            isEncrypted,
            isPlainOnly ? " and without encrypted families" : "",
            masterKeyName.map(name -> " with " + name).orElse(""));
  }

  /** Returns the maximum write rate in bytes per second; 0 for no limit. */
  public long writeRate() {
    return options.writeRate().maxWriteBytesPerSecond();
  }

  /** Returns the rejection for files that could not be opened. */
  public InvalidSettingException openFailed(IOException error) {
    return new InvalidSettingException(
        pathKey().name(),
        pathText(),
        "cannot be used (%s)".formatted(InvalidSettingException.line(error)),
        "fix the cause, or name other files");
  }

  /** Returns the rejection for a key provider that has no key. */
  public InvalidSettingException keyMissing(Exception error) {
    return new InvalidSettingException(
        FlashKeys.RESTART.name(),
        "true",
        "HBase's key provider returns no key (%s)".formatted(InvalidSettingException.line(error)),
        "check %s and %s, or set it to false for a new random key at each start"
            .formatted(FlashKeys.KEY_PROVIDER_PARAMETERS.name(), FlashKeys.MASTER_KEY_NAME.name()));
  }

  /** Returns the rejection for memory that could not be allocated. */
  public InvalidSettingException outOfMemory(OutOfMemoryError error) {
    return new InvalidSettingException(
        sizeKey().name(),
        Long.toString(isAlone ? bytes() >> 20 : bytes()),
        "needs %s of direct memory, which could not be allocated (%s)"
            .formatted(DirectMemory.shown(directBytes()), error.getMessage()),
        "lower it, or raise -XX:MaxDirectMemorySize and check what else takes direct memory");
  }

  private String pathText() {
    return paths().stream().map(Path::toString).collect(Collectors.joining(","));
  }
}
