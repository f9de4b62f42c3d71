package io.strata.it.cluster;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes configuration folders for the class path of a process. */
public final class ConfFolder {
  private static final List<String> RESOURCES =
      List.of("log4j2.properties", "hadoop-metrics2-hbase.properties");

  private ConfFolder() {}

  /** Writes a folder with one XML file and the settings of logs and metrics. */
  public static void write(Path folder, String fileName, Map<String, String> lines) {
    Folders.create(folder);
    try {
      Files.writeString(folder.resolve(fileName), xml(lines));
      for (String name : RESOURCES) {
        try (InputStream in = Objects.requireNonNull(ConfFolder.class.getResourceAsStream(name))) {
          Files.copy(in, folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write the configuration folder " + folder + ".", e);
    }
  }

  private static String xml(Map<String, String> lines) {
    StringBuilder xml = new StringBuilder("<?xml version=\"1.0\"?>\n<configuration>\n");
    lines.forEach(
        (key, value) ->
            xml.append("  <property><name>")
                .append(escape(key))
                .append("</name><value>")
                .append(escape(value))
                .append("</value></property>\n"));
    return xml.append("</configuration>\n").toString();
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
