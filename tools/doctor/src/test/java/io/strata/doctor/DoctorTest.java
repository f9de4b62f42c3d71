package io.strata.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the input of the doctor, and its messages for invalid input. */
class DoctorTest {
  private static final String INSTALLED =
      property("hbase.regionserver.impl", "io.strata.readpath.StrataRegionServer")
          + property("hbase.bucketcache.ioengine", "offheap");

  @TempDir private Path folder;

  @BeforeEach
  void writeConfigurationThatFits() throws IOException {
    site(INSTALLED + property("hbase.bucketcache.size", "1024"));
    env("export HBASE_REGIONSERVER_OPTS='-Xmx2g -XX:MaxDirectMemorySize=2g'");
  }

  @Test
  void folderIsFoundByTheEnvironment() throws IOException {
    Path conf = Files.createDirectory(folder.resolve("conf"));
    Files.move(folder.resolve("hbase-site.xml"), conf.resolve("hbase-site.xml"));
    Files.move(folder.resolve("hbase-env.sh"), conf.resolve("hbase-env.sh"));

    Run byFolder = Run.in(Map.of("HBASE_CONF_DIR", conf.toString()), "doctor", "--memory=16g");
    assertThat(byFolder.status()).as(byFolder.out() + byFolder.err()).isZero();

    Run byHome = Run.in(Map.of("HBASE_HOME", folder.toString()), "doctor", "--memory=16g");
    assertThat(byHome.status()).isEqualTo(1);
    assertThat(byHome.words()).contains("1 error 1. HBASE_CLASSPATH: not set, and " + folder);

    Files.createDirectory(folder.resolve("lib"));
    Files.createFile(folder.resolve("lib").resolve("strata-readpath-1.0.jar"));
    assertThat(Run.in(Map.of("HBASE_HOME", folder.toString()), "doctor", "--memory=16g").status())
        .isZero();
  }

  @Test
  void missingFolderIsReportedWithTheOptionThatSetsIt() {
    Run run = Run.strata("doctor");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("Set the folder by --conf");
  }

  @Test
  void missingFileIsReported() throws IOException {
    Files.delete(folder.resolve("hbase-site.xml"));

    Run run = doctor();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .isEqualTo(
            "%s: no such file. Set HBase's configuration folder by --conf, or the file by --hbase-site.%n"
                .formatted(folder.resolve("hbase-site.xml")));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"<configuration><property>", "", "no xml", "<configuration/><configuration/>"})
  void invalidConfigurationIsReported(String text) throws IOException {
    Files.writeString(folder.resolve("hbase-site.xml"), text);

    Run run = doctor();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err())
        .startsWith(folder.resolve("hbase-site.xml") + ": not a valid Hadoop configuration")
        .endsWith("). Correct it there.%n".formatted())
        .hasLineCount(1);
  }

  /** An ampersand in a password is the most frequent of such mistakes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jceks:///keys?password=a&hunter2;",
        "jceks:///keys?password=a&hunter2",
        "jceks:///keys?password=a<hunter2",
        "jceks:///keys?password=a<hunter2>",
      })
  void syntaxErrorIsReportedWithItsPositionAndWithoutSecret(String value) throws IOException {
    site("%n".formatted() + property("hbase.crypto.keyprovider.parameters", value));

    Run run = doctor();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("(line 2, column ").doesNotContain("hunter2");
  }

  @Test
  void missingIncludedFileIsReportedWithoutUserInfo() throws IOException {
    site(
        "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude'"
            + " href='hdfs://admin:hunter2@host/keys'/>");

    Run run = doctor();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("host/keys").doesNotContain("hunter2");
  }

  @Test
  void errorOfAScriptQuotesNoSecret() throws IOException {
    env("export HBASE_OPTS=-Dssl.password=a(hunter2)hunter2\n");

    Run run = doctor();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("(line 1)").doesNotContain("hunter2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hbase.crypto.master.key.name",
        "hbase.bucketcache.persistent.path",
        "hbase.bucketcache.ioengine",
        "hbase.blockcache.stats.periods",
        "hfile.block.cache.policy",
        "strata.offheap.quotas",
        "strata.offheap.policy",
        "strata.trace.dir",
        "strata.flash.path",
      })
  void valueThatRefersToASecretIsNotShown(String key) throws IOException {
    site(
        INSTALLED
            + property("hbase.bucketcache.size", "1024")
            + property("strata.trace.enabled", "true")
            + property("strata.flash.size", "1g")
            + property("hbase.crypto.keyprovider.parameters", "/hunter2")
            + property(key, "${hbase.crypto.keyprovider.parameters}"));

    Run run = doctor();

    assertThat(run.out()).contains("hbase-site.xml");
    assertThat(run.out() + run.err()).doesNotContain("hunter2");
  }

  @Test
  void includedFilesReferencesAndFinalPropertiesAreResolvedByHadoop() throws IOException {
    Files.writeString(
        folder.resolve("sizes.xml"),
        "<configuration>"
            + property("gigabytes", "7")
            + "<property><name>hbase.bucketcache.size</name><value>${gigabytes}000</value>"
            + "<final>true</final></property></configuration>");
    site(
        INSTALLED
            + "<xi:include xmlns:xi='http://www.w3.org/2001/XInclude' href='sizes.xml'/>"
            + property("hbase.bucketcache.size", "1"));

    Run run = doctor();

    assertThat(run.words()).contains("hbase.bucketcache.size=7000: needs ");
  }

  @Test
  void scriptIsRunByAShell() throws IOException {
    env(
        """
        echo this is not read
        half() { echo $(($1 / 2)); }
        export HBASE_HEAPSIZE=$(half 4096)
        for each in a b; do HBASE_OPTS="$HBASE_OPTS -D$each"; done
        [ -n "$HBASE_CONF_DIR" ] && HBASE_OFFHEAPSIZE=2G
        HBASE_OPTS="$HBASE_OPTS -Dsecret=${SECRET:-none}"
        false
        """);

    Run run = Run.in(Map.of("SECRET", "x"), "doctor", "--conf=" + folder, "--memory=16g");

    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.words())
        .contains("Memory of the process MB % heap 2,048 ")
        .contains("-XX:MaxDirectMemorySize 2,048");
  }

  @Test
  void scriptWithAnErrorIsReportedWithItsLine() throws IOException {
    env("export A=1\nif true; then\n");

    Run run = doctor();

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.err()).contains("not a valid bash script").contains("line 3");
  }

  @Test
  void scriptThatExitsTheShellIsReported() throws IOException {
    env("export HBASE_HEAPSIZE=1g\nexit 0\n");

    assertThat(doctor().err()).contains("exits the shell before its last line");
  }

  @Test
  void optionsReplaceTheScript() throws IOException {
    env("exit 1");

    Run run =
        Run.strata(
            "doctor",
            "--conf=" + folder,
            "--memory=16g",
            "--hbase-opts=-Xmx3g -XX:MaxDirectMemorySize=4g");

    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.words()).contains("heap 3,072 ").contains("MaxDirectMemorySize 4,096");
  }

  @Test
  void withoutAScriptTheJvmsDefaultsAreUsedAndReported() throws IOException {
    Files.delete(folder.resolve("hbase-env.sh"));

    Run run = doctor();

    assertThat(run.status()).as(run.out() + run.err()).isZero();
    assertThat(run.words())
        .contains("does not exist: treated as empty")
        .contains("heap 4,096 25.0")
        .contains("-Xmx: not set, so the JVM uses a quarter of the memory for the heap");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-Xmx16gb", "-Xmx", "-Xmx1.5g", "-XX:MaxDirectMemorySize=4GB"})
  void optionThatTheJvmRejectsIsReported(String option) throws IOException {
    env("export HBASE_REGIONSERVER_OPTS='-Xmx2g -XX:MaxDirectMemorySize=2g %s'".formatted(option));

    Run run = doctor();

    assertThat(run.status()).isEqualTo(1);
    assertThat(run.words())
        .contains("HBASE_REGIONSERVER_OPTS=" + option + ": the JVM rejects " + option);
  }

  @Test
  void heapWithEightByteReferencesIsAWarning() throws IOException {
    env("export HBASE_REGIONSERVER_OPTS='-Xmx40g -XX:MaxDirectMemorySize=2g'");

    Run run = Run.strata("doctor", "--conf=" + folder, "--memory=128g");

    assertThat(run.status()).isZero();
    assertThat(run.words()).contains("1 warning 1. -Xmx=40,960 MB");
  }

  @Test
  void machineWithTooLittleMemoryIsAWarning() {
    Run run = Run.strata("doctor", "--conf=" + folder, "--memory=3500m");

    assertThat(run.status()).isZero();
    assertThat(run.words())
        .contains("1 warning 1. The process needs ")
        .contains("exceeds the memory by")
        .contains("end of the memory");
  }

  @Test
  void disksOfAnotherMachineAreNotChecked() throws IOException {
    site(
        INSTALLED
            + property("hbase.bucketcache.size", "1024")
            + property("strata.flash.path", "/no/such/folder/strata")
            + property("strata.flash.size", "100g"));

    assertThat(doctor().words()).contains(": /no/such/folder is not a directory.");
    assertThat(Run.strata("doctor", "--conf=" + folder, "--memory=16g", "--other-machine").status())
        .isZero();
  }

  @Test
  void configurationForAGoalIsPrintedToo() {
    Run run = Run.strata("doctor", "--conf=" + folder, "--memory=16g", "--goal=read-heavy");

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("=== hbase-site.xml ===").contains("load: read-heavy");
  }

  @Test
  void wrongUsageEndsWithTwo() {
    assertThat(Run.strata("doctor", "--memory=16").status()).isEqualTo(2);
    assertThat(Run.strata("doctor", "--memory=16").err()).contains("Set a number with a unit");
    assertThat(Run.strata("doctor", "--no-such-option").status()).isEqualTo(2);
    assertThat(Run.strata().status()).isEqualTo(2);
    assertThat(Run.strata("doctor", "--help").status()).isZero();
  }

  private Run doctor() {
    return Run.strata("doctor", "--conf=" + folder, "--memory=16g");
  }

  private void site(String properties) throws IOException {
    Files.writeString(
        folder.resolve("hbase-site.xml"), "<configuration>" + properties + "</configuration>");
  }

  private void env(String script) throws IOException {
    Files.writeString(folder.resolve("hbase-env.sh"), script);
  }

  private static String property(String name, String value) {
    return "<property><name>%s</name><value>%s</value></property>".formatted(name, value);
  }
}
