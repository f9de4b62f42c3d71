package io.strata.perf.load;

import io.strata.perf.common.BenchException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.hadoop.hbase.client.RegionInfo;
import org.apache.hadoop.hbase.io.hfile.HFile;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.io.hfile.HFileContextBuilder;
import org.apache.hadoop.hbase.regionserver.BloomType;
import org.apache.hadoop.hbase.regionserver.StoreFileWriter;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hadoop.hbase.util.CommonFSUtils;

/**
 * Writes and checks the files of a table whose regions are closed, one for each region. HBase's own
 * writer writes them as in a major compaction: to the region's temporary folder, which HBase clears
 * when it opens the region, from where they are moved into place. HBase's bulk load would copy each
 * file twice where the file system is not HDFS.
 */
final class TableFiles {
  /** Less than that of any edit. */
  private static final long SEQUENCE_ID = 1;

  private final Configuration configuration;
  private final Path root;
  private final DataTable table;
  private final FileSystem files;

  TableFiles(Configuration configuration, java.nio.file.Path root, DataTable table)
      throws IOException {
    this.configuration = new Configuration(configuration);
    this.root = new Path(root.toUri());
    this.table = table;
    // The checksummed file system would add a second file to each.
    files = new RawLocalFileSystem();
    files.initialize(this.root.toUri(), this.configuration);
  }

  private Path regionFolder(RegionInfo region) {
    return CommonFSUtils.getRegionDir(root, table.name(), region.getEncodedName());
  }

  private Path storeFolder(RegionInfo region) {
    return new Path(regionFolder(region), Bytes.toString(DataTable.FAMILY));
  }

  private List<Path> of(RegionInfo region) throws IOException {
    Path folder = storeFolder(region);
    List<Path> paths = new ArrayList<>();
    if (files.exists(folder)) {
      for (FileStatus file : files.listStatus(folder)) {
        if (file.isFile()) {
          paths.add(file.getPath());
        }
      }
    }
    return paths;
  }

  /** Returns whether a region has files. */
  boolean has(RegionInfo region) throws IOException {
    return !of(region).isEmpty();
  }

  /** Writes a region's file, with rows {@code from} to {@code to - 1}. */
  void write(RegionInfo region, long from, long to) throws IOException {
    Path draft = new Path(regionFolder(region), ".tmp");
    StoreFileWriter writer =
        new StoreFileWriter.Builder(configuration, files)
            .withOutputDir(new Path(draft, Bytes.toString(DataTable.FAMILY)))
            .withBloomType(BloomType.ROW)
            .withMaxKeyCount(to - from)
            .withFileContext(context())
            .build();
    table.contents().write(from, to, writer::append);
    writer.appendMetadata(SEQUENCE_ID, true);
    writer.close();
    files.mkdirs(storeFolder(region));
    Path path = new Path(storeFolder(region), writer.getPath().getName());
    if (!files.rename(writer.getPath(), path)) {
      throw new IOException("Cannot move " + writer.getPath() + " to " + path + ".");
    }
  }

  private HFileContext context() {
    return new HFileContextBuilder()
        .withBlockSize(table.blockBytes())
        .withDataBlockEncoding(table.encoding())
        .withIncludesMvcc(true)
        .withColumnFamily(DataTable.FAMILY)
        .withTableName(table.name().getName())
        .withCreateTime(System.currentTimeMillis())
        .build();
  }

  /**
   * Checks that a region has exactly one file, with the cells of that many rows.
   *
   * @throws BenchException if it does not
   */
  void check(RegionInfo region, long rows) throws BenchException, IOException {
    List<Path> paths = of(region);
    if (paths.size() != 1) {
      throw new BenchException(
          String.format(
              "Region %s of %s has %d files, 1 was written. Drop the table.",
              region.getEncodedName(), table.name(), paths.size()));
    }
    try (HFile.Reader reader = HFile.createReader(files, paths.get(0), configuration)) {
      int cells = table.contents().cellsPerRow();
      if (reader.getEntries() != rows * cells) {
        throw new BenchException(
            String.format(
                "Region %s of %s has %d rows, %d were written. Drop the table.",
                region.getEncodedName(), table.name(), reader.getEntries() / cells, rows));
      }
    }
  }
}
