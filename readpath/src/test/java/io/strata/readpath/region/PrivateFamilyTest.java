package io.strata.readpath.region;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.blockcache.StrataBlockCache;
import io.strata.readpath.testing.OneKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.regionserver.HRegion;
import org.apache.hadoop.hbase.regionserver.RegionScanner;
import org.apache.hadoop.hbase.util.Bytes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A region with an encrypted family and a plain one, with an unencrypted flash tier. */
class PrivateFamilyTest {
  private static final byte[] PLAIN = Bytes.toBytes("p");
  private static final byte[] SECRET = Bytes.toBytes("s");
  private static final String PLAIN_TEXT = "text of the plain family";
  private static final String SECRET_TEXT = "text of the secret family";
  private static final int ROWS = 3_000;
  private static final int VALUE_BYTES = 8 << 10;

  @TempDir private Path folder = Path.of("");

  private Path file() {
    return folder.resolve("flash");
  }

  private RegionHost host(String encryption, boolean cacheOnWrite) throws Exception {
    return new RegionHost(
        folder.resolve("regions"),
        conf -> {
          conf.set("hbase.crypto.keyprovider", OneKey.class.getName());
          conf.set("hbase.crypto.keyprovider.parameters", "key");
          conf.set("hbase.crypto.master.key.name", "key");
          conf.set("strata.flash.path", file().toString());
          conf.set("strata.flash.size", "256m");
          conf.set("strata.flash.region.size", "4m");
          conf.set("strata.flash.write.rate", "0");
          conf.set("strata.offheap.policy", "lru");
          conf.set("strata.flash.encryption", encryption);
          conf.setBoolean("hbase.rs.cacheblocksonwrite", cacheOnWrite);
          return new StrataBlockCache(conf);
        });
  }

  private static ColumnFamilyDescriptor family(byte[] name, boolean encrypted) {
    ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(name);
    return encrypted ? family.setEncryptionType("AES").build() : family.build();
  }

  private static HRegion open(RegionHost host) throws IOException {
    return host.open(family(PLAIN, false), family(SECRET, true));
  }

  private static byte[] value(String text) {
    byte[] value = new byte[VALUE_BYTES];
    byte[] begin = text.getBytes(UTF_8);
    System.arraycopy(begin, 0, value, 0, begin.length);
    return value;
  }

  private static HRegion written(RegionHost host) throws IOException {
    HRegion region = open(host);
    write(region);
    return region;
  }

  private static void write(HRegion region) throws IOException {
    for (int row = 0; row < ROWS; row++) {
      Put put = new Put(Bytes.toBytes(row));
      put.addColumn(PLAIN, null, value(PLAIN_TEXT));
      put.addColumn(SECRET, null, value(SECRET_TEXT));
      put.setDurability(Durability.SKIP_WAL);
      region.put(put);
    }
    region.flush(true);
  }

  private static void scan(RegionHost host, HRegion region) throws Exception {
    for (byte[] family : List.of(PLAIN, SECRET)) {
      List<Cell> row = new ArrayList<>();
      int rows = 0;
      try (RegionScanner scanner = region.getScanner(new Scan().addFamily(family))) {
        boolean more = true;
        while (more) {
          row.clear();
          more = scanner.next(row);
          rows += row.size();
          host.cache().offHeap().awaitQuiet();
        }
      }
      assertThat(rows).isEqualTo(ROWS);
    }
  }

  /** Returns the contents of the device's file after all writes. */
  private String onDisk(RegionHost host) throws Exception {
    host.cache().offHeap().awaitQuiet();
    var tier = host.cache().offHeap().flash();
    assertThat(tier).isNotNull();
    tier.store().flush();
    return new String(Files.readAllBytes(file()), ISO_8859_1);
  }

  private void provesPlainFamilyAlone(RegionHost host) throws Exception {
    String bytes = onDisk(host);
    assertThat(bytes.contains(SECRET_TEXT)).as("encrypted family in plain text").isFalse();
    assertThat(bytes.contains(PLAIN_TEXT)).as("plain family on the disk").isTrue();
    assertThat(host.cache().offHeap().plainFiles().withheld()).as("blocks withheld").isPositive();
  }

  @Test
  void writesPlainFamilyOnly() throws Exception {
    try (RegionHost host = host("none", false)) {
      HRegion region = written(host);
      scan(host, region);
      scan(host, region);
      provesPlainFamilyAlone(host);
    }
  }

  @Test
  void doesNotWriteBlocksOfEncryptedTierInPlainText() throws Exception {
    try (RegionHost host = host("auto", false)) {
      HRegion region = written(host);
      for (int i = 0; i < 3; i++) {
        scan(host, region);
      }
      assertThat(host.cache().offHeap().getStats().promotedBlocks()).isPositive();
      assertThat(onDisk(host)).doesNotContain(PLAIN_TEXT).doesNotContain(SECRET_TEXT);

      Configuration none = new Configuration(host.configuration());
      none.set("strata.flash.encryption", "none");
      host.cache().onConfigurationChange(none);
      host.cache().awaitConfiguration();
      assertThat(host.cache().settings().flash().orElseThrow().isEncrypted()).isFalse();
      scan(host, region);
      scan(host, region);
      provesPlainFamilyAlone(host);
    }
  }

  /** The blocks were never read, and their contexts do not name their file. */
  @Test
  void writesBlocksCachedOnWriteAfterRefresh() throws Exception {
    try (RegionHost host = host("none", true)) {
      HRegion region = open(host);
      host.cache().offHeap().plainFiles().askServer(() -> readers(region));
      write(region);
      host.cache().offHeap().awaitQuiet();
      assertThat(host.cache().offHeap().plainFiles().withheld())
          .as("blocks of unknown files")
          .isPositive();
      host.cache().offHeap().plainFiles().refresh();
      write(region);
      provesPlainFamilyAlone(host);
    }
  }

  private static List<HFileContext> readers(HRegion region) {
    return region.getStores().stream()
        .flatMap(store -> store.getStorefiles().stream())
        .map(file -> Objects.requireNonNull(file.getReader()).getHFileReader().getFileContext())
        .toList();
  }
}
