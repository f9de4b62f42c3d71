package io.strata.readpath.engine;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * A copy of {@code org.apache.hadoop.hbase.io.hfile.cache.PersistentCacheComponent} as of commit
 * e86a6418f of HBase's branch HBASE-30018, November 2026.
 */
interface PersistentCacheComponent {
  String getPersistenceId();

  void restore(InputStream input) throws IOException;

  void save(OutputStream output) throws IOException;
}
