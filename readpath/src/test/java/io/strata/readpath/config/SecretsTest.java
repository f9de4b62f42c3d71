package io.strata.readpath.config;

import static io.strata.readpath.config.Confs.AMPLE;
import static io.strata.readpath.config.Confs.read;
import static io.strata.readpath.config.Confs.site;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets are never shown. */
class SecretsTest {
  private static final String SECRET = "hunter2";
  private static final String PARAMETERS = "hbase.crypto.keyprovider.parameters";

  private static String shown(CacheSettings settings, String key) {
    return settings.shown().stream()
        .filter(each -> each.key().equals(key))
        .findFirst()
        .orElseThrow()
        .value();
  }

  @Test
  void doesNotShowPasswordOfKeyStore() {
    CacheSettings settings = read(PARAMETERS, "jceks:///etc/hbase.jks?password=" + SECRET);

    assertThat(settings.shown().toString()).doesNotContain(SECRET).doesNotContain("hbase.jks");
    assertThat(shown(settings, PARAMETERS)).isNotEmpty();
    assertThat(shown(read(), PARAMETERS)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hdfs://admin:hunter2@host:8020/keys",
        "hdfs://admin:hun/ter2hunter2@host/keys",
        "hdfs://hunter2@host/keys",
        "see hdfs:/admin:hunter2@host, too",
        "admin:hunter2@host",
        "admin:hun@ter2hunter2@host",
        "one,admin:hunter2@host,another",
        "admin:a,hunter2@host",
        "jdbc:db://host?user=admin&password=hunter2&ssl=true",
        "?PassWord=hunter2",
        "ssl.keystore.password=hunter2",
        "token = hunter2",
        "fs.secret.key=hunter2 and more",
      })
  void masksPasswordsInValues(String value) {
    assertThat(Secrets.masked(value)).doesNotContain(SECRET).contains(Secrets.MASK);
    for (String key : new String[] {"strata.flash.path", "hfile.block.cache.policy"}) {
      String path = "/data/" + value.replace("&", "&amp;");
      try {
        CacheSettings settings = read(key, path, "strata.flash.size", "1g");
        assertThat(settings.shown().toString()).doesNotContain(SECRET);
        assertThat(settings.notes().toString()).doesNotContain(SECRET);
      } catch (InvalidSettingException e) {
        assertThat(e.getMessage()).doesNotContain(SECRET);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/mnt/nvme0/strata,/mnt/nvme1/strata",
        "file:/mnt/disk@1/blocks",
        "small=25%,ns:large/f=10g",
        "org.apache.hadoop.hbase.io.crypto.KeyStoreKeyProvider",
        "0.4",
        "",
      })
  void doesNotMaskOtherValues(String value) {
    assertThat(Secrets.masked(value)).isEqualTo(value);
  }

  /** A misspelt key may hold a secret. */
  @Test
  void rejectionOfUnknownKeyLacksValue() {
    assertThatThrownBy(() -> read("strata.flash.keystore", SECRET))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith("strata.flash.keystore=")
        .message()
        .doesNotContain(SECRET);
  }

  @Test
  void rejectionOfSecretKeyLacksValue() {
    SettingReader reader = new SettingReader(site(PARAMETERS, SECRET));
    assertThat(reader.reject(FlashKeys.KEY_PROVIDER_PARAMETERS, "is odd", "correct it"))
        .message()
        .doesNotContain(SECRET);
  }

  private static CacheSettings withReference(String value, String... namesAndValues) {
    Configuration conf = site(namesAndValues);
    conf.set(PARAMETERS, SECRET);
    conf.set("hbase.crypto.master.key.name", value);
    conf.set("hbase.blockcache.external.class", value);
    return CacheSettings.read(conf, AMPLE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "${hbase.crypto.keyprovider.parameters}",
        "a ${hbase.crypto.keyprovider.parameters} b",
        "${no.such.key}${hbase.crypto.keyprovider.parameters}",
        "${by.another}",
        "${by.${a.part}}",
        "${keystore.password}",
        "${env.KEYSTORE_PASSWORD:-hunter2}",
      })
  void doesNotShowValueThatIncludesSecret(String value) {
    CacheSettings settings =
        withReference(
            value,
            "by.another",
            "x${hbase.crypto.keyprovider.parameters}",
            "a.part",
            "another",
            "keystore.password",
            SECRET,
            "strata.flash.path",
            "/tmp/flash",
            "strata.flash.size",
            "1g");

    assertThat(shown(settings, "hbase.crypto.master.key.name")).isEqualTo(Secrets.NOT_SHOWN);
    assertThat(settings.shown().toString()).doesNotContain(SECRET);
    assertThat(settings.notes().toString())
        .contains("hbase.blockcache.external.class=" + Secrets.NOT_SHOWN)
        .doesNotContain(SECRET);
    // The texts of log lines about changes and about a tier that cannot be opened.
    FlashSettings flash = settings.flash().orElseThrow();
    assertThat(flash.summary() + flash).doesNotContain(SECRET);
    assertThat(flash.masterKeyName().orElseThrow().name()).isNotEqualTo(Secrets.NOT_SHOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"${user.name}", "${a.part}", "${no.such.key}", "$ {x}", "${", "plain"})
  void showsExpandedValueWithoutSecret(String value) {
    CacheSettings settings = withReference(value, "a.part", "another");

    String expected =
        value
            .replace("${a.part}", "another")
            .replace("${user.name}", System.getProperty("user.name"));
    assertThat(shown(settings, "hbase.crypto.master.key.name")).isEqualTo(expected);
  }

  /** A file of that name would publish the secret. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.bucketcache.ioengine",
        "hbase.bucketcache.persistent.path",
        "strata.flash.path",
        "strata.trace.dir",
        "strata.offheap.quotas",
      })
  void rejectsNameThatIncludesSecret(String key) {
    assertThatThrownBy(
            () ->
                read(
                    "my.secret",
                    key.endsWith("quotas") ? SECRET + "=10%" : "/tmp/" + SECRET,
                    "strata.flash.size",
                    "1g",
                    key,
                    "${my.secret}"))
        .isInstanceOf(InvalidSettingException.class)
        .hasMessageStartingWith(key + "=" + Secrets.NOT_SHOWN + ": ")
        .message()
        .doesNotContain(SECRET);
  }

  @Test
  void diagnosisLacksSecrets() {
    Diagnosis diagnosis =
        Diagnosis.of(
            site(PARAMETERS, SECRET, "hbase.bucketcache.size", "admin:" + SECRET + "@host"),
            AMPLE,
            false);
    assertThat(diagnosis.errors()).isNotEmpty();
    assertThat(diagnosis.errors().toString()).doesNotContain(SECRET);
    assertThat(diagnosis.settings().shown().toString()).doesNotContain(SECRET);
  }
}
