package io.strata.judge.integration;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.IntegrationTestingUtility;
import org.apache.hadoop.hbase.test.IntegrationTestLoadAndVerify;
import org.apache.hadoop.util.ToolRunner;

/** IntegrationTestLoadAndVerify on any number of servers; HBase's own requires three. */
public final class LoadAndVerify extends IntegrationTestLoadAndVerify {

  @Override
  public void setUpCluster() throws Exception {
    util = getTestingUtil(getConf());
    util.initializeCluster(1);
    setConf(util.getConfiguration());
  }

  /** Runs against the cluster of the configuration on the class path. */
  public static void main(String[] arguments) throws Exception {
    Configuration configuration = HBaseConfiguration.create();
    IntegrationTestingUtility.setUseDistributedCluster(configuration);
    System.exit(ToolRunner.run(configuration, new LoadAndVerify(), arguments));
  }
}
