package io.strata.doctor.check;

import io.strata.doctor.text.DoctorException;
import io.strata.readpath.config.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.xml.stream.XMLStreamException;
import org.apache.hadoop.conf.Configuration;

/**
 * {@code hbase-site.xml} over HBase's defaults, read by Hadoop's own class, as a server reads it:
 * files that it includes, references such as <code>${name}</code> and final properties are its
 * matter.
 */
public final class SiteFile {
  private SiteFile() {}

  /**
   * Reads one.
   *
   * @throws DoctorException if it is not there, cannot be read, or is no configuration
   */
  public static Configuration read(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new DoctorException(
          "%s is no file: name HBase's configuration folder by --conf, or the file by --hbase-site."
              .formatted(file));
    }
    if (!Files.isReadable(file)) {
      throw new DoctorException("%s cannot be read: let the user who asks read it.".formatted(file));
    }
    Configuration conf = new Configuration(false);
    conf.addResource("hbase-default.xml");
    conf.addResource(new org.apache.hadoop.fs.Path(file.toAbsolutePath().toUri()));
    try {
      conf.size();
    } catch (RuntimeException e) {
      throw new DoctorException(
          "%s is no configuration that Hadoop understands (%s): correct it there."
              .formatted(file, cause(e)));
    }
    return conf;
  }

  /**
   * Where the parser stopped. What it says itself may quote a piece of a value, and a password that
   * holds an ampersand is what stops it most often.
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
