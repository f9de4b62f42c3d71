/** Starts real HBase processes: ZooKeeper, a master, RegionServers and HDFS, each a JVM. */
@NullMarked
package io.strata.it.cluster;

import org.jspecify.annotations.NullMarked;
