package io.strata.perf.bench;

import io.strata.perf.common.FileLayout;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;

/** A layout of files, and HBase's keys of its blocks. Immutable. */
final class SampleFiles extends FileLayout {
  private final Path[] paths;

  /**
   * Names the files.
   *
   * @param files how many, 1 or more
   * @param blocksEach blocks in each
   */
  SampleFiles(int files, int blocksEach) {
    super(files, blocksEach);
    paths = new Path[files];
    Arrays.setAll(paths, file -> new Path("/hbase/data/default/t/region/f/" + name(file)));
  }

  /** A new key of a block, as a reader makes one for each look-up. */
  BlockCacheKey key(int block) {
    return new BlockCacheKey(name(fileOf(block)), offset(block), true, BlockType.DATA);
  }

  /** The same key as HBase 2.6.4 makes it: of the path, whose last part is cut out anew. */
  BlockCacheKey keyOfPath(int block) {
    return new BlockCacheKey(paths[fileOf(block)], offset(block), true, BlockType.DATA);
  }
}
