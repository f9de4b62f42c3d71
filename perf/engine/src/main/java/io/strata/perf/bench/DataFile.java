package io.strata.perf.bench;

import io.strata.perf.common.DataSet;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.KeyValue;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.io.hfile.CacheConfig;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;

/** An HFile with the rows of a {@link DataSet}, and about one row key per block. */
final class DataFile implements AutoCloseable {
  private static final byte[] FAMILY = {'f'};
  private static final long STAMP = 1_764_000_000_000L;

  private final Configuration conf = new Configuration(false);
  private final FileSystem files;
  private final Path path;
  private final List<byte[]> keys = new ArrayList<>();

  /**
   * Writes the file.
   *
   * @param blockBytes size of blocks
   * @param bytes size of the rows before encoding
   */
  DataFile(DataSet data, DataBlockEncoding encoding, int blockBytes, long bytes)
      throws IOException {
    conf.set("fs.defaultFS", "file:///");
    files = FileSystem.getLocal(conf);
    java.nio.file.Path folder = Files.createTempDirectory("strata-data");
    path = new Path(folder.toString(), "0123456789abcdef0123456789abcdef");
    HFileContext context =
        new HFileContextBuilder()
            .withBlockSize(blockBytes)
            .withDataBlockEncoding(encoding)
            .withIncludesMvcc(false)
            .build();
    try (HFile.Writer writer =
        HFile.getWriterFactory(conf, new CacheConfig(conf))
            .withPath(files, path)
            .withFileContext(context)
            .create()) {
      long[] written = {0, 0};
      data.write(
          (key, qualifiers, values) -> {
            if (written[0] >= written[1]) {
              keys.add(key);
              written[1] += blockBytes;
            }
            for (int i = 0; i < qualifiers.length; i++) {
              KeyValue cell = new KeyValue(key, FAMILY, qualifiers[i], STAMP, values[i]);
              writer.append(cell);
              written[0] += cell.getLength();
            }
            return written[0] < bytes;
          });
    }
  }

  Configuration conf() {
    return conf;
  }

  FileSystem files() {
    return files;
  }

  Path path() {
    return path;
  }

  long bytes() throws IOException {
    return files.getFileStatus(path).getLen();
  }

  /** Returns row keys, about one per block. */
  List<byte[]> keys() {
    return keys;
  }

  @Override
  public void close() throws IOException {
    files.delete(path.getParent(), true);
  }
}
