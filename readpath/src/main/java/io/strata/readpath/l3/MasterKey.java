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
 * Derives the key of the flash tier from the master key under which HBase wraps the keys of its
 * files. The derived key is the same at each start, and does not reveal the master key.
 */
final class MasterKey {
  private static final String MAC = "HmacSHA256";
  private static final byte[] PURPOSE = "io.strata.readpath: blocks on flash".getBytes(UTF_8);

  private MasterKey() {}

  /**
   * Returns the derived key.
   *
   * @throws IOException if HBase's key provider has no such key
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
      throw new IOException("it has no key " + name.shown() + " with accessible bytes");
    }
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(secret, MAC));
      return mac.doFinal(PURPOSE);
    } catch (GeneralSecurityException e) {
      throw new IOException("this Java has no " + MAC, e);
    }
  }

  /** Reports only the types of a failure: HBase's own provider quotes its parameters. */
  private static Key ask(String name, Configuration conf) throws IOException {
    try {
      return Encryption.getSecretKeyForSubject(name, conf);
    } catch (IOException | RuntimeException e) {
      throw new IOException("the provider failed with " + Secrets.typesOf(e));
    }
  }
}
