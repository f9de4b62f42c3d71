package io.strata.readpath.config;

import io.strata.flash.FlashOptions;
import io.strata.flash.layout.FlashAddress;
import java.util.List;

/** The keys of the tier on disks: {@code strata.flash.*}. */
final class FlashKeys {
  private static final String PREFIX = SettingKeys.STRATA_PREFIX + "flash.";
  static final int MIN_REGION_BYTES = 1 << 20;

  static final SettingKey<String> PATH =
      SettingKey.of(PREFIX + "path", ValueType.anyText(), "paths", "")
          .means(
              "A file on each disk that keeps what memory lets go, with commas between; none when not set.")
          .with(SettingKey.Secrecy.NAMES)
          .changedBy(Reload.FLASH);
  static final SettingKey<List<Long>> SIZE =
      SettingKey.of(PREFIX + "size", ValueType.byteSizes(), "bytes", "")
          .means(
              "How much each of these files takes (k, m, g allowed), or one size for each with commas"
                  + " between.")
          .changedBy(Reload.FLASH);
  // A disk of 3 TB that is rated for one write of all of it a day bears so much, day and night.
  static final SettingKey<Long> WRITE_RATE =
      SettingKey.of(PREFIX + "write.rate", ValueType.bytes(), "bytes/s", "32m")
          .means(
              "How much may be written to all of them together (k, m, g allowed), so that they do not"
                  + " wear out; 0 is no limit.")
          .changedBy(Reload.WRITE_RATE);
  static final SettingKey<Long> REGION_SIZE =
      SettingKey.of(
              PREFIX + "region.size",
              ValueType.byteSize(MIN_REGION_BYTES, FlashAddress.MAX_REGION_BYTES, 4096),
              "bytes",
              FlashOptions.REGION_BYTES / (1 << 20) + "m")
          .means(
              "How much is written in one piece; three times as much is in memory for each file.")
          .changedBy(Reload.FLASH);
  static final SettingKey<Boolean> RESTART =
      SettingKey.of(PREFIX + "restart", ValueType.bool(), "true/false", "true")
          .means("Whether what lies in the files is found again after a restart.")
          .changedBy(Reload.FLASH);
  // Hadoop ends a process that has not stopped in 30 s, as Kubernetes does, and the memstores are
  // flushed after the drain.
  static final SettingKey<Long> DRAIN =
      SettingKey.of(PREFIX + "drain", ValueType.wholeNumber(0, 3_600_000), "ms", "5000")
          .means(
              "How long a graceful stop writes blocks of memory to the files, hottest first, from where"
                  + " the next start brings them back; 0 is not at all.")
          .changedBy(Reload.DRAIN);
  static final SettingKey<String> ENCRYPTION =
      SettingKey.of(PREFIX + "encryption", ValueType.oneOf("auto", "all", "none"), "name", "auto")
          .means(
              "What is encrypted there: auto is all as soon as HBase has a key provider, without which"
                  + " no family is encrypted; with none, blocks of encrypted families stay in memory.")
          .changedBy(Reload.FLASH);
  static final SettingKey<String> KEY_PROVIDER =
      SettingKey.of(
              "hbase.crypto.keyprovider",
              ValueType.anyText(),
              "class",
              "org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider")
          .means(
              "Who has the keys of encrypted families; with a warm restart also that of strata.flash.")
          .changedBy(Reload.FLASH);
  static final SettingKey<String> KEY_PROVIDER_PARAMETERS =
      SettingKey.of("hbase.crypto.keyprovider.parameters", ValueType.anyText(), "text", "")
          .means(
              "What the key provider is told; it is there when this is set, or another provider. Never"
                  + " shown.")
          .with(SettingKey.Secrecy.SECRET)
          .changedBy(Reload.FLASH);
  static final SettingKey<String> MASTER_KEY_NAME =
      SettingKey.of("hbase.crypto.master.key.name", ValueType.anyText(), "name", "")
          .means(
              "The name of the key from which that of strata.flash is derived; HBase's user's when not"
                  + " set.")
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
