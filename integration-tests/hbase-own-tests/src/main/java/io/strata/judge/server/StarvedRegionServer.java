package io.strata.judge.server;

import io.strata.readpath.StrataRegionServer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.conf.Configuration;

/** A RegionServer whose direct memory is used up before Strata starts. */
public final class StarvedRegionServer extends StrataRegionServer {
  private static final int CHUNK = 32 << 20;
  private static final List<ByteBuffer> TAKEN = new ArrayList<>();

  /**
   * Starts the server.
   *
   * @throws IOException as thrown by HBase
   */
  public StarvedRegionServer(Configuration conf) throws IOException {
    super(starved(conf));
  }

  /** Allocates all direct memory except less than a chunk. */
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
