package io.strata.readpath.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hashes files' names that must not be recorded: a salted SHA-256, truncated to 128 bits. The two
 * parts of the name of a half-file reference (file name, dot, region's name in hexadecimal digits)
 * are hashed separately, so that the reference to the whole file is kept. Not thread-safe.
 */
final class HashedNames {
  private static final int SALT_BYTES = 32;
  private static final int HASH_BYTES = 16;
  private static final Pattern HALF = Pattern.compile("(.*)\\.([0-9a-f]{32})");

  private final byte[] salt = new byte[SALT_BYTES];
  private final MessageDigest digest;

  /** Creates a random salt, which is not stored. */
  HashedNames() {
    new SecureRandom().nextBytes(salt);
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }

  /** Returns the hash of a name; equal for equal names. */
  String of(String name) {
    Matcher half = HALF.matcher(name);
    return half.matches() ? hash(half.group(1)) + "." + hash(half.group(2)) : hash(name);
  }

  private String hash(String part) {
    digest.update(salt);
    byte[] hash = digest.digest(part.getBytes(UTF_8));
    return HexFormat.of().formatHex(hash, 0, HASH_BYTES);
  }
}
