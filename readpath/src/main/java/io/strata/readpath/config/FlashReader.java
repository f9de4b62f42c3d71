package io.strata.readpath.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.FlashOptions;
import io.strata.flash.admit.WriteRateOptions;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.restart.RecoveryOptions;
import io.strata.readpath.config.FlashSettings.MasterKeyName;
import java.util.Optional;
import java.util.UUID;

/** Reads and checks the settings of the flash tier. */
final class FlashReader {
  /** Identifies the format of the files. With another id, the contents of a file are discarded. */
  private static final UUID FORMAT =
      UUID.nameUUIDFromBytes("io.strata.readpath: blocks of HFiles, 1".getBytes(UTF_8));

  /** The blocks that one request holds at most while it is answered: sixteen of 64 KB. */
  private static final long READ_BYTES_OF_A_HANDLER = 1 << 20;

  private static final long MIN_READ_BYTES = 16 << 20;

  private final SettingReader reader;

  FlashReader(SettingReader reader) {
    this.reader = reader;
  }

  /**
   * Reads the keys of the flash tier.
   *
   * @param blockBytes the expected size of a block
   * @param engine of the off-heap tier
   * @param bytes the size of that engine
   */
  Optional<FlashSettings> read(int blockBytes, Engine engine, long bytes) {
    boolean isAlone = engine.kind() == Engine.Kind.FILES;
    return reader
        .part(() -> files(engine, bytes), Optional.<FlashFiles.Found>empty(), "")
        .map(files -> settings(files, blockBytes, engine))
        .filter(flash -> reader.part(() -> fitsIndex(flash.options(), isAlone), false, ""));
  }

  private Optional<FlashFiles.Found> files(Engine engine, long bytes) {
    boolean hasPath = !reader.get(FlashKeys.PATH).isBlank();
    if (!hasPath) {
      rejectSizeWithoutPath();
    } else if (!engine.isMemory()) {
      throw reader.reject(
          FlashKeys.PATH,
          "needs %s=offheap".formatted(OffHeapKeys.IO_ENGINE.name()),
          "set that, or remove %s".formatted(FlashKeys.PATH.name()));
    }
    FlashFiles files = new FlashFiles(reader);
    if (engine.kind() == Engine.Kind.FILES) {
      return Optional.of(files.ofEngine(engine.paths(), bytes));
    }
    return hasPath ? Optional.of(files.below()) : Optional.empty();
  }

  private FlashSettings settings(FlashFiles.Found files, int blockBytes, Engine engine) {
    boolean isAlone = engine.kind() == Engine.Kind.FILES;
    boolean warm = reader.get(FlashKeys.RESTART);
    boolean hasKeys = hasKeyProvider(reader);
    boolean encrypted = reader.part(() -> isEncrypted(warm, hasKeys), false, "none");
    FlashOptions options =
        new FlashOptions(
            files.files(),
            blockBytes,
            readBytes(),
            files.ring(),
            warm ? RecoveryOptions.warm(FORMAT) : RecoveryOptions.cold(),
            Encryption.none(),
            WriteRateOptions.defaults().withMaxWriteBytesPerSecond(writeRate(isAlone)),
            error -> {});
    long drainMillis = reader.part(() -> drainMillis(engine, warm), 0L, "0");
    return new FlashSettings(
        options, encrypted, !encrypted && hasKeys, masterKeyName(), isAlone, drainMillis);
  }

  /** Reads the time for the drain; only direct memory is lost when the process ends. */
  private long drainMillis(Engine engine, boolean warm) {
    boolean wanted = reader.find(FlashKeys.DRAIN).orElse(0L) > 0;
    if (wanted && !warm) {
      throw reader.reject(
          FlashKeys.DRAIN,
          "needs %s=true to recover what the drain writes".formatted(FlashKeys.RESTART.name()),
          "set that, or remove %s".formatted(FlashKeys.DRAIN.name()));
    }
    return warm && engine.kind() == Engine.Kind.OFFHEAP ? reader.get(FlashKeys.DRAIN) : 0;
  }

  private Optional<MasterKeyName> masterKeyName() {
    return reader
        .find(FlashKeys.MASTER_KEY_NAME)
        .filter(name -> !name.isBlank())
        .map(
            name ->
                new MasterKeyName(name, String.valueOf(reader.shown(FlashKeys.MASTER_KEY_NAME))));
  }

  private boolean isEncrypted(boolean warm, boolean hasKeys) {
    String wanted = reader.get(FlashKeys.ENCRYPTION);
    boolean encrypted = wanted.equals("all") || (wanted.equals("auto") && hasKeys);
    if (encrypted && warm && !hasKeys) {
      throw reader.reject(
          FlashKeys.ENCRYPTION,
          "HBase has no key provider, which keeps the key for the next start",
          "set %s, or set %s to false"
              .formatted(FlashKeys.KEY_PROVIDER_PARAMETERS.name(), FlashKeys.RESTART.name()));
    }
    return encrypted;
  }

  /** Files that are the whole cache have no limit by default: an unwritten block is not cached. */
  private long writeRate(boolean isAlone) {
    return isAlone
        ? reader.find(FlashKeys.WRITE_RATE).orElse(0L)
        : reader.get(FlashKeys.WRITE_RATE);
  }

  private boolean fitsIndex(FlashOptions options, boolean isAlone) {
    try {
      options.validateIndexSize();
      return true;
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw reader.reject(
          FlashSettings.sizeKey(isAlone),
          "too large (%s)".formatted(InvalidSettingException.line(e)),
          "lower it, or raise %s and %s"
              .formatted(OnHeapKeys.BLOCK_BYTES.name(), FlashKeys.REGION_SIZE.name()));
    }
  }

  private void rejectSizeWithoutPath() {
    if (reader.find(FlashKeys.SIZE).isPresent()) {
      throw reader.reject(
          FlashKeys.SIZE,
          "needs %s".formatted(FlashKeys.PATH.name()),
          "set that to a file on each disk, or remove %s".formatted(FlashKeys.SIZE.name()));
    }
  }

  /** Returns whether HBase has a key provider; without one, it has no encrypted families. */
  static boolean hasKeyProvider(SettingReader reader) {
    String provider = reader.get(FlashKeys.KEY_PROVIDER);
    return !reader.get(FlashKeys.KEY_PROVIDER_PARAMETERS).isEmpty()
        || !provider.equals(FlashKeys.KEY_PROVIDER.defaultText());
  }

  private long readBytes() {
    return Math.max(MIN_READ_BYTES, READ_BYTES_OF_A_HANDLER * reader.get(HBaseKeys.HANDLERS));
  }
}
