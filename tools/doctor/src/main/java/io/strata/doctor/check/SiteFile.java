package io.strata.doctor.check;

import io.strata.doctor.text.DoctorException;
import io.strata.readpath.config.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;

/**
 * Reads {@code hbase-site.xml} over HBase's defaults by Hadoop's own class, as a server does. That
 * class resolves included files, references such as <code>${name}</code>, and final properties.
 */
public final class SiteFile {
  private SiteFile() {}

  /**
   * Reads a file.
   *
   * @throws DoctorException if the file does not exist, cannot be read, or is no configuration
   */
  public static Configuration read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new DoctorException(
          "%s: no such file. Set HBase's configuration folder by --conf, or the file by --hbase-site."
              .formatted(file));
    }
    if (!Files.isReadable(file)) {
      throw new DoctorException(
          "%s: cannot be read. Grant this user permission to read it.".formatted(file));
    }
    Configuration conf = new Configuration(false);
    conf.addResource("hbase-default.xml");
    conf.addResource(new org.apache.hadoop.fs.Path(file.toAbsolutePath().toUri()));
    try {
      conf.size();
    } catch (RuntimeException e) {
      throw new DoctorException(
          "%s: not a valid Hadoop configuration (%s). Correct it there.".formatted(file, cause(e)));
    }
    return conf;
  }

  /**
   * Returns the position of a syntax error. The parser's own message may quote a part of a value,
   * and the most frequent cause is an ampersand in a password.
   */
  private static String cause(Throwable failure) {
    Throwable last = failure;
    while (true) {
      if (last instanceof XMLStreamException syntax && syntax.getLocation() != null) {
        return "line %d, column %d"
            .formatted(
                syntax.getLocation().getLineNumber(), syntax.getLocation().getColumnNumber());
      }
      if (last.getCause() == null) {
        return Secrets.masked(String.valueOf(last.getMessage()).strip().replaceAll("\\s+", " "));
      }
      last = last.getCause();
    }
  }
}
