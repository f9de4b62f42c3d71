package io.strata.readpath.config;

import io.strata.flash.FlashOptions;
import io.strata.flash.layout.FlashAddress;
import java.util.List;

/** The keys of the flash tier: {@code strata.flash.*}. */
final class FlashKeys {
  private static final String PREFIX = SettingKeys.STRATA_PREFIX + "flash.";
  static final int MIN_REGION_BYTES = 1 << 20;

  static final SettingKey<String> PATH =
      SettingKey.of(PREFIX + "path", ValueType.anyText(), "paths", "")
          .means(
              "Files for blocks evicted from memory, one on each disk, separated by commas; no"
                  + " flash tier if not set.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.FLASH);
  static final SettingKey<List<Long>> SIZE =
      SettingKey.of(PREFIX + "size", ValueType.byteSizes(), "bytes", "")
          .means(
              "Size of each of these files (k, m, g allowed), or a size for each one, separated by"
                  + " commas.")
          .changedBy(Reload.FLASH);
  // The endurance of a 3 TB disk that is rated for one full write a day.
  static final SettingKey<Long> WRITE_RATE =
      SettingKey.of(PREFIX + "write.rate", ValueType.bytes(), "bytes/s", "32m")
          .means(
              "Limit of the write rate of all files together (k, m, g allowed), which protects the"
                  + " disks from wear; 0 for no limit.")
          .changedBy(Reload.WRITE_RATE);
  static final SettingKey<Long> REGION_SIZE =
      SettingKey.of(
              PREFIX + "region.size",
              ValueType.byteSize(MIN_REGION_BYTES, FlashAddress.MAX_REGION_BYTES, 4096),
              "bytes",
              FlashOptions.REGION_BYTES / (1 << 20) + "m")
          .means(
              "Size of a region, which is written sequentially; each file takes three times as"
                  + " much memory.")
          .changedBy(Reload.FLASH);
  static final SettingKey<Boolean> RESTART =
      SettingKey.of(PREFIX + "restart", ValueType.bool(), "true/false", "true")
          .means("Whether the blocks in the files are recovered after a restart.")
          .changedBy(Reload.FLASH);
  // Hadoop ends a process that has not stopped in 30 s, as Kubernetes does, and the memstores are
  // flushed after the drain.
  static final SettingKey<Long> DRAIN =
      SettingKey.of(PREFIX + "drain", ValueType.wholeNumber(0, 3_600_000), "ms", "5000")
          .means(
              "How long a graceful stop writes blocks of memory to the files, hottest first; the"
                  + " next start reloads them. 0 for no drain.")
          .changedBy(Reload.DRAIN);
  static final SettingKey<String> ENCRYPTION =
      SettingKey.of(PREFIX + "encryption", ValueType.oneOf("auto", "all", "none"), "name", "auto")
          .means(
              "Encryption of the files: all encrypts all blocks, auto does so if HBase has a key"
                  + " provider; with none, blocks of encrypted families are not written to the"
                  + " files.")
          .changedBy(Reload.FLASH);
  static final SettingKey<String> KEY_PROVIDER =
      SettingKey.of(
              "hbase.crypto.keyprovider",
              ValueType.anyText(),
              "class",
              "org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider")
          .means(
              "Class of the provider of the keys of encrypted families, and of the flash tier's key"
                  + " if its blocks are recovered after a restart.")
          .changedBy(Reload.FLASH);
  static final SettingKey<String> KEY_PROVIDER_PARAMETERS =
      SettingKey.of("hbase.crypto.keyprovider.parameters", ValueType.anyText(), "text", "")
          .means(
              "Parameters of the key provider. HBase has a key provider if these are set or another"
                  + " class is. Never shown.")
          .with(SettingKey.Secrecy.SECRET)
          .changedBy(Reload.FLASH);
  static final SettingKey<String> MASTER_KEY_NAME =
      SettingKey.of("hbase.crypto.master.key.name", ValueType.anyText(), "name", "")
          .means(
              "Name of the key from which the flash tier's key is derived; that of HBase's user if"
                  + " not set.")
          .changedBy(Reload.FLASH);

  /** All of them, in the order of the table. */
  static final List<SettingKey<?>> ALL =
      List.of(
          PATH,
          SIZE,
          WRITE_RATE,
          REGION_SIZE,
          RESTART,
          DRAIN,
          ENCRYPTION,
          KEY_PROVIDER,
          KEY_PROVIDER_PARAMETERS,
          MASTER_KEY_NAME);

  private FlashKeys() {}
}
