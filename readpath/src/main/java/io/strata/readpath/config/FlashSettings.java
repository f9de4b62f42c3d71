package io.strata.readpath.config;

import io.strata.flash.FlashOptions;
import io.strata.flash.FlashOptions.DeviceSize;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How the tier on disks is made. Immutable.
 *
 * @param options all but the key and the handler of errors: {@link #isEncrypted} says whether one
 *     is wanted
 * @param isEncrypted whether blocks are encrypted on the disks
 * @param isCareful whether there may be blocks of encrypted families that are not to be written:
 *     blocks are in the clear there, and HBase has a key provider
 * @param masterKeyName of the key that HBase's key provider has; empty for that of HBase's user
 * @param isAlone whether the files are the engine of the second tier, with only as much memory
 *     above as blocks need on their way
 * @param drainMillis how long a stop writes blocks of memory to the files at most; 0 for not at all
 */
public record FlashSettings(
    FlashOptions options,
    boolean isEncrypted,
    boolean isCareful,
    Optional<MasterKeyName> masterKeyName,
    boolean isAlone,
    long drainMillis) {
  /**
   * The name of a key of HBase's key provider.
   *
   * @param shown the name as it may be shown
   */
  public record MasterKeyName(String name, String shown) {
    @Override
    public String toString() {
      return shown;
    }
  }

  /** What the files take of their disks. */
  public long bytes() {
    return options.files().stream().mapToLong(DeviceSize::bytes).sum();
  }

  /** Direct memory that the tier takes. */
  public long directBytes() {
    return options.directBytes();
  }

  /** The files. */
  public List<Path> paths() {
    return options.files().stream().map(DeviceSize::path).toList();
  }

  /** The key that names the files. */
  SettingKey<?> pathKey() {
    return pathKey(isAlone);
  }

  /** The key that says how large they are. */
  SettingKey<?> sizeKey() {
    return sizeKey(isAlone);
  }

  static SettingKey<?> pathKey(boolean isAlone) {
    return isAlone ? OffHeapKeys.IO_ENGINE : FlashKeys.PATH;
  }

  static SettingKey<?> sizeKey(boolean isAlone) {
    return isAlone ? OffHeapKeys.SIZE : FlashKeys.SIZE;
  }

  /** Whether blocks are to be found again after a restart. */
  public boolean isWarm() {
    return options.restart().warm();
  }

  /** Returns how the files are made: with another layout, all must be opened anew. */
  List<Object> layout() {
    return List.of(
        options.files(),
        options.ring().regionBytes(),
        isWarm(),
        isEncrypted,
        isCareful,
        masterKeyName);
  }

  /** Returns how the files are made, as text without secret names. */
  public String summary() {
    return "%s, regions of %d bytes, restart %s, encrypted %s%s%s"
        .formatted(
            options.files().stream()
                .map(each -> each.path() + " of " + each.bytes() + " bytes")
                .collect(Collectors.joining(" and ")),
            options.ring().regionBytes(),
            isWarm(),
            isEncrypted,
            isCareful ? " and without encrypted families" : "",
            masterKeyName.map(name -> " with " + name).orElse(""));
  }

  /** Bytes that may be written a second; 0 for no limit. */
  public long writeRate() {
    return options.writeRate().maxWriteBytesPerSecond();
  }

  /** The refusal for when the files could not be used, although they seemed possible. */
  public InvalidSettingException notPossible(IOException error) {
    return new InvalidSettingException(
        pathKey().name(),
        pathText(),
        "which cannot be used (%s)".formatted(InvalidSettingException.line(error)),
        "mend that, or name other files");
  }

  /** The refusal for when the key provider has no key. */
  public InvalidSettingException lacksKey(Exception error) {
    return new InvalidSettingException(
        FlashKeys.RESTART.name(),
        "true",
        "for which HBase's key provider gives no key (%s)"
            .formatted(InvalidSettingException.line(error)),
        "see to %s and %s, or set it to false for a key that is made up at each start"
            .formatted(FlashKeys.KEY_PROVIDER_PARAMETERS.name(), FlashKeys.MASTER_KEY_NAME.name()));
  }

  /** The refusal for when the system did not give the memory. */
  public InvalidSettingException notGiven(OutOfMemoryError error) {
    return new InvalidSettingException(
        sizeKey().name(),
        Long.toString(isAlone ? bytes() >> 20 : bytes()),
        "for which the process did not get %d MB of memory (%s)"
            .formatted(DirectMemory.megabytes(directBytes()), error.getMessage()),
        "lower it, or raise -XX:MaxDirectMemorySize and see what else takes direct memory");
  }

  private String pathText() {
    return paths().stream().map(Path::toString).collect(Collectors.joining(","));
  }
}
