package io.strata.judge.server;

import io.strata.readpath.StrataRegionServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A RegionServer in which something else has taken the direct memory before Strata comes. */
public final class HungryRegionServer extends StrataRegionServer {
  private static final int CHUNK = 32 << 20;
  private static final List<ByteBuffer> TAKEN = new ArrayList<>();

  /**
   * Starts the server, as far as it comes.
   *
   * @throws IOException what HBase throws
   */
  public HungryRegionServer(Configuration conf) throws IOException {
    super(starved(conf));
  }

  /** Leaves less than one chunk. */
  private static Configuration starved(Configuration conf) {
    try {
      while (true) {
        TAKEN.add(ByteBuffer.allocateDirect(CHUNK));
      }
    } catch (OutOfMemoryError e) {
      return conf;
    }
  }
}
