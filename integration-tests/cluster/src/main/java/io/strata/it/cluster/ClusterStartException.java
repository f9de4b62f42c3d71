package io.strata.it.cluster;

/** A process of the cluster did not start. The message names its log file and quotes its end. */
public final class ClusterStartException extends IllegalStateException {
  ClusterStartException(String what, HBaseProcess process) {
    super(what + " The end of " + process.logFile() + ":\n" + process.logTail());
  }
}
