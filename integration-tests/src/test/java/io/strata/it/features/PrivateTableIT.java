package io.strata.it.features;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.strata.it.cluster.Await;
import io.strata.it.cluster.HBaseCluster;
import io.strata.it.cluster.HBaseDistribution;
import io.strata.it.cluster.JavaCommand;
import io.strata.it.cluster.ProcessMetrics;
import io.strata.it.cluster.RegionServerLog;
import io.strata.it.cluster.RegionServerSetup;
import io.strata.it.cluster.TestClusters;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.Map;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A server with HBase's key store, an encrypted and a plain table: an unencrypted flash tier gets
 * only blocks of the plain table.
 */
class PrivateTableIT {
  private static final String BEAN = "io.strata:type=FlashTier";
  private static final String ENCRYPTION = "strata.flash.encryption";
  private static final String PLAIN = "plain";
  private static final String SECRET = "secret";
  private static final int CACHE_MEGABYTES = 32;
  private static final int TABLE_MEGABYTES = 2 * CACHE_MEGABYTES;
  private static final int KEY_BYTES = 16;
  private static final String KEY = "master";
  private static final String PASSWORD = "password";

  @ParameterizedTest
  @EnumSource(names = {"V2_6_4", "V2_5_13"})
  void plainTableIsWrittenAndEncryptedTableIsNot(HBaseDistribution hbase) throws Exception {
    String name = "private-" + hbase;
    try (HBaseCluster cluster = start(name, hbase, setup(name).withSite(ENCRYPTION, "none"));
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration())) {
      List<RowTable> tables = write(connection);
      scan(tables);
      provesPlainTableAlone(cluster, name, tables);
    }
  }

  @Test
  void updateConfigWritesNoPlaintextOfTheEncryptedTable() throws Exception {
    String name = "private-live";
    RegionServerSetup setup = setup(name);
    try (HBaseCluster cluster = start(name, HBaseDistribution.V2_6_4, setup);
        Connection connection = ConnectionFactory.createConnection(cluster.clientConfiguration());
        Admin admin = connection.getAdmin()) {
      List<RowTable> tables = write(connection);
      Await.until(
          "blocks of the encrypted tier are in memory again",
          () -> {
            scan(tables);
            return flash(cluster, "Promoted") > 0;
          });
      scan(tables.subList(1, 2));
      assertThat(onDisk(name)).doesNotContain(text(PLAIN)).doesNotContain(text(SECRET));

      cluster.reconfigureRegionServer(setup.withSite(ENCRYPTION, "none"));
      admin.updateConfiguration(admin.getRegionServers().iterator().next());
      Await.until(
          "the flash tier is unencrypted",
          () ->
              Files.readString(cluster.regionServer().logFile())
                  .contains("Changed flash tier from"));
      provesPlainTableAlone(cluster, name, tables);
    }
  }

  /** Writes both tables; the second is encrypted. */
  private static List<RowTable> write(Connection connection) throws Exception {
    RowTable plain = new RowTable(connection, PLAIN, TABLE_MEGABYTES);
    RowTable secret = new RowTable(connection, SECRET, TABLE_MEGABYTES);
    plain.create(1, family -> family);
    secret.create(1, family -> family.setEncryptionType("AES"));
    for (RowTable each : List.of(plain, secret)) {
      byte[] text = text(each.name().getNameAsString()).getBytes(UTF_8);
      each.put(
          0,
          each.rows(),
          key -> new Put(key).addColumn(RowTable.FAMILY, "text".getBytes(UTF_8), text));
      each.flush();
    }
    return List.of(plain, secret);
  }

  private static String text(String table) {
    return "a text of the table " + table;
  }

  private static void scan(List<RowTable> tables) throws Exception {
    for (RowTable each : tables) {
      each.scan();
    }
  }

  private static void provesPlainTableAlone(
      HBaseCluster cluster, String name, List<RowTable> tables) throws Exception {
    Await.until(
        "the plain table is on flash",
        () -> {
          scan(tables);
          String bytes = onDisk(name);
          assertThat(bytes.contains(text(SECRET))).as("plaintext of the encrypted table").isFalse();
          return bytes.contains(text(PLAIN));
        });
    assertThat(flash(cluster, "Withheld")).isPositive();
    System.out.printf(
        "%s: %d blocks on flash, %d withheld%n",
        name, flash(cluster, "Blocks"), flash(cluster, "Withheld"));
    assertThat(flash(cluster, "BlocksInUse")).isZero();
    assertThat(RegionServerLog.complaints(cluster)).isEmpty();
  }

  private static String onDisk(String name) throws Exception {
    return new String(Files.readAllBytes(file(name)), ISO_8859_1);
  }

  private static long flash(HBaseCluster cluster, String attribute) {
    try (ProcessMetrics metrics = ProcessMetrics.of(cluster.regionServer())) {
      return ((Number) metrics.attribute(BEAN, attribute)).longValue();
    }
  }

  private static Path file(String name) {
    return TestClusters.folder(name).resolve("blocks");
  }

  private static RegionServerSetup setup(String name) {
    return RegionServerSetup.strata(CACHE_MEGABYTES)
        .withJvmArgs(JavaCommand.QUICK_COMPILER)
        .withSite("strata.offheap.policy", "lru")
        .withSite("strata.flash.path", file(name).toString())
        .withSite("strata.flash.size", "256m")
        .withSite("strata.flash.region.size", "4m")
        .withSite("strata.flash.write.rate", "0");
  }

  private static HBaseCluster start(String name, HBaseDistribution hbase, RegionServerSetup setup)
      throws Exception {
    Path keys = Files.createTempFile("keys", ".jceks");
    KeyStore store = KeyStore.getInstance("JCEKS");
    store.load(null, PASSWORD.toCharArray());
    store.setEntry(
        KEY,
        new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[KEY_BYTES], "AES")),
        new KeyStore.PasswordProtection(PASSWORD.toCharArray()));
    try (OutputStream out = Files.newOutputStream(keys)) {
      store.store(out, PASSWORD.toCharArray());
    }
    keys.toFile().deleteOnExit();
    return TestClusters.start(
        name,
        hbase,
        setup,
        Map.of(
            "hbase.crypto.keyprovider.parameters",
            "jceks://" + keys.toUri().getPath() + "?password=" + PASSWORD,
            "hbase.crypto.master.key.name",
            KEY));
  }
}
