package io.strata.readpath.l3;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.readpath.config.FlashSettings;
import io.strata.readpath.config.FlashSettings.MasterKeyName;
import io.strata.readpath.config.Secrets;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.io.crypto.Encryption;
import org.apache.hadoop.hbase.security.User;

/**
 * The key for what lies on the disks, derived from the one under which HBase wraps those of its
 * files: it is the same at each start, and whoever has it has nothing of HBase's.
 */
final class MasterKey {
  private static final String MAC = "HmacSHA256";
  private static final byte[] PURPOSE = "io.strata.readpath: blocks on flash".getBytes(UTF_8);

  private MasterKey() {}

  /**
   * Asks HBase's key provider, and derives.
   *
   * @throws IOException when it has no such key
   */
  static byte[] derive(Configuration conf, FlashSettings settings) throws IOException {
    MasterKeyName name = settings.masterKeyName().orElse(null);
    if (name == null) {
      String user = User.getCurrent().getShortName();
      name = new MasterKeyName(user, user);
    }
    Key key = ask(name.name(), conf);
    byte[] secret = key == null ? null : key.getEncoded();
    if (secret == null) {
      throw new IOException("there is no key " + name.shown() + " whose bytes may be had");
    }
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(secret, MAC));
      return mac.doFinal(PURPOSE);
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java has no " + MAC, e);
    }
  }

  /** Of a failure only the types are told: HBase's own provider quotes its parameters. */
  private static Key ask(String name, Configuration conf) throws IOException {
    try {
      return Encryption.getSecretKeyForSubject(name, conf);
    } catch (IOException | RuntimeException e) {
      throw new IOException("the provider failed with " + Secrets.typesOf(e));
    }
  }
}
