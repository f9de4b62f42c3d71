/**
 * The cache as HBase's {@code BlockCache}, and its installation in a RegionServer.
 *
 * <p>HBase is to remove {@code BlockCache} (HBASE-30018, HBASE-30108). No other package implements
 * or takes its types, so this one can be deleted.
 */
@NullMarked
package io.strata.readpath.blockcache;

import org.jspecify.annotations.NullMarked;
