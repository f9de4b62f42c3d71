package io.strata.readpath.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Strata. */
final class Version {
  private static final String RESOURCE = "/io/strata/readpath/version.properties";
  private static final String TEXT = read();

  private Version() {}

  static String text() {
    return TEXT;
  }

  private static String read() {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream(RESOURCE)) {
      if (in != null) {
        properties.load(in);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "unknown");
  }
}
