package io.strata.perf.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;

/** Measures the size of rows in encoded blocks. Stateless. */
final class EncodedSize {
  private EncodedSize() {}

  /**
   * Returns the size of a file with all rows, divided by the size of their cells.
   *
   * @param folder for the temporary file
   */
  static double share(Contents rows, DataBlockEncoding encoding, Path folder) throws IOException {
    Path file = folder.resolve("encoded-sample");
    Configuration conf = new Configuration(false);
    conf.set("fs.defaultFS", "file:///");
    try (FileSystem files = FileSystem.newInstanceLocal(conf).getRawFileSystem()) {
      long bytes = 0;
      try (HFile.Writer writer =
          HFile.getWriterFactory(conf, new CacheConfig(conf))
              .withPath(files, new org.apache.hadoop.fs.Path(file.toUri()))
              .withFileContext(
                  new HFileContextBuilder()
                      .withBlockSize(HConstants.DEFAULT_BLOCKSIZE)
                      .withDataBlockEncoding(encoding)
                      .build())
              .create()) {
        rows.write(0, rows.rows(), writer::append);
      }
      for (long row = 0; row < rows.rows(); row++) {
        bytes += rows.bytes(row);
      }
      return (double) Files.size(file) / bytes;
    } finally {
      Files.deleteIfExists(file);
    }
  }
}
