package io.strata.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferOverflowException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The contents of a file's first chunk: the number of pairs, then the length and bytes of each
 * text.
 */
final class Settings {
  private Settings() {}

  static ByteBuffer encode(Map<String, String> settings) {
    ByteBuffer contents = ByteBuffer.allocate(ChunkFormat.CHUNK_BYTES);
    try {
      Varints.put(contents, settings.size());
      settings.forEach(
          (key, value) -> {
            put(contents, key);
            put(contents, value);
          });
    } catch (BufferOverflowException e) {
      throw new IllegalArgumentException("The settings of a trace are too long: " + settings, e);
    }
    return contents.flip();
  }

  private static void put(ByteBuffer to, String text) {
    byte[] utf8 = text.getBytes(UTF_8);
    Varints.put(to, utf8.length);
    to.put(utf8);
  }

  static Map<String, String> decode(ByteBuffer contents) throws MalformedException {
    try {
      Map<String, String> settings = new LinkedHashMap<>();
      for (long left = Varints.get(contents); left > 0; left--) {
        String key = get(contents);
        settings.put(key, get(contents));
      }
      return settings;
    } catch (BufferUnderflowException e) {
      throw new MalformedException("the settings are truncated");
    }
  }

  private static String get(ByteBuffer from) throws MalformedException {
    long length = Varints.get(from);
    if (length < 0 || length > from.remaining()) {
      throw new MalformedException("a setting of " + length + " bytes");
    }
    byte[] utf8 = new byte[(int) length];
    from.get(utf8);
    return new String(utf8, UTF_8);
  }
}
