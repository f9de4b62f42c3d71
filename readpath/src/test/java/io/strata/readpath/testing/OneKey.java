package io.strata.readpath.testing;

import java.nio.charset.StandardCharsets;
import java.security.Key;
import java.util.Arrays;
import javax.crypto.spec.SecretKeySpec;
import org.apache.hadoop.hbase.io.crypto.KeyProvider;

/** A key provider for HBase with a single key, whose name is its parameter. */
public final class OneKey implements KeyProvider {
  private String name = "";

  @Override
  public void init(String params) {
    name = params;
  }

  @Override
  public Key getKey(String alias) {
    return getKeys(new String[] {alias})[0];
  }

  @Override
  public Key[] getKeys(String[] aliases) {
    return Arrays.stream(aliases).map(this::key).toArray(Key[]::new);
  }

  private Key key(String alias) {
    if (!alias.equals(name)) {
      throw new IllegalArgumentException("there is no key " + alias);
    }
    return new SecretKeySpec(Arrays.copyOf(alias.getBytes(StandardCharsets.UTF_8), 16), "AES");
  }
}
