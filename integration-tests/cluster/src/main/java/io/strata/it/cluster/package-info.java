/** Real HBase processes: ZooKeeper, a master, RegionServers and HDFS, each a JVM of its own. */
@NullMarked
package io.strata.it.cluster;

import org.jspecify.annotations.NullMarked;
