package io.strata.judge.server;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.coprocessor.ObserverContext;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessor;
import org.apache.hadoop.hbase.coprocessor.RegionCoprocessorEnvironment;
import org.apache.hadoop.hbase.coprocessor.RegionObserver;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.regionserver.HStore;
import org.apache.hadoop.hbase.regionserver.HStoreFile;

/** A coprocessor that reads a block with each get and never releases it. */
public final class LeakingReader implements RegionCoprocessor, RegionObserver {
  @Override
  public Optional<RegionObserver> getRegionObserver() {
    return Optional.of(this);
  }

  @Override
  public void preGetOp(
      ObserverContext<RegionCoprocessorEnvironment> context, Get get, List<Cell> result)
      throws IOException {
    HStore store = (HStore) context.getEnvironment().getRegion().getStores().get(0);
    for (HStoreFile file : store.getStorefiles()) {
      HFileBlock unreleased =
          file.getReader()
              .getHFileReader()
              .readBlock(0, -1, true, true, false, true, BlockType.DATA, null);
      unreleased.touch("read by a leaking coprocessor");
    }
  }
}
