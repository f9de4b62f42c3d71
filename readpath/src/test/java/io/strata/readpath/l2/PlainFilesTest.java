package io.strata.readpath.l2;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.readpath.testing.OneKey;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.junit.jupiter.api.Test;

/** Tests which files are known to be plain from the contexts of their readers. */
class PlainFilesTest {
  private final PlainFiles files = new PlainFiles();
  private final AtomicInteger queries = new AtomicInteger();

  private static HFileContext plain(String file) {
    return new HFileContextBuilder().withHFileName(file).build();
  }

  private static HFileContext encrypted(String file) {
    Configuration conf = new Configuration(false);
    conf.set("hbase.crypto.keyprovider", OneKey.class.getName());
    Encryption.Context encryption = Encryption.newContext(conf);
    encryption.setCipher(Encryption.getCipher(conf, "AES"));
    return new HFileContextBuilder(plain(file)).withEncryptionContext(encryption).build();
  }

  private void serverHas(HFileContext... readers) {
    files.askServer(
        () -> {
          queries.incrementAndGet();
          return List.of(readers);
        });
  }

  @Test
  void readerWithoutCipherMakesItsFilePlain() {
    files.learn(plain("plain"));
    files.learn(encrypted("secret"));
    files.learn(new HFileContextBuilder().build());
    assertThat(files.contains("plain")).isTrue();
    assertThat(files.contains("secret")).isFalse();
    assertThat(files.contains("unknown")).isFalse();
  }

  @Test
  void serverIsQueriedForUnknownFilesOnly() {
    serverHas(plain("plain"), encrypted("secret"), new HFileContextBuilder().build());
    files.refresh();
    assertThat(queries).as("before any look-up").hasValue(0);
    assertThat(files.contains("plain")).isFalse();
    files.refresh();
    assertThat(queries).hasValue(1);
    assertThat(files.contains("plain")).isTrue();
    assertThat(files.contains("secret")).isFalse();
    files.refresh();
    assertThat(queries).as("while all files are known").hasValue(1);
    serverHas();
    assertThat(files.contains("unknown")).isFalse();
    files.refresh();
    assertThat(files.contains("plain")).as("closed by now").isFalse();
  }

  @Test
  void halfFileReferenceAppliesToTheWhole() {
    String half = "0123456789abcdef0123456789abcdef.fedcba9876543210fedcba9876543210";
    serverHas(plain(half));
    assertThat(files.contains(half)).isFalse();
    files.refresh();
    assertThat(files.contains(half)).isTrue();
    assertThat(files.contains("0123456789abcdef0123456789abcdef")).isTrue();
  }

  @Test
  void namesThatAreLearnedAreBounded() {
    for (int i = 0; i < PlainFiles.MAX_LEARNED; i++) {
      files.learn(plain("file " + i));
    }
    assertThat(files.contains("file 0")).isTrue();
    files.learn(plain("one more"));
    assertThat(files.contains("one more")).isTrue();
    assertThat(files.contains("file 0")).as("dropped, so it counts as encrypted").isFalse();
  }
}
