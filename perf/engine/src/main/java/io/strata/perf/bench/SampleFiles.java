package io.strata.perf.bench;

import io.strata.perf.common.FileLayout;
import java.util.Arrays;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hbase.io.hfile.BlockCacheKey;
import org.apache.hadoop.hbase.io.hfile.BlockType;

/** A layout of files, with HBase keys of their blocks. Immutable. */
final class SampleFiles extends FileLayout {
  private final Path[] paths;

  /**
   * Creates a layout.
   *
   * @param files number of files, 1 or more
   * @param blocksEach number of blocks in each file
   */
  SampleFiles(int files, int blocksEach) {
    super(files, blocksEach);
    paths = new Path[files];
    Arrays.setAll(paths, file -> new Path("/hbase/data/default/t/region/f/" + name(file)));
  }

  /** Returns a new key of a block, as a reader creates for each look-up. */
  BlockCacheKey key(int block) {
    return new BlockCacheKey(name(fileOf(block)), offset(block), true, BlockType.DATA);
  }

  /** Returns an equal key made from the path, as HBase 2.6.4 does: with a new name string. */
  BlockCacheKey keyOfPath(int block) {
    return new BlockCacheKey(paths[fileOf(block)], offset(block), true, BlockType.DATA);
  }
}
