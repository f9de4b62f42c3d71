package io.strata.judge.integration;

import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.AcidGuaranteesTestTool;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.IntegrationTestAcidGuarantees;
import org.apache.hadoop.hbase.IntegrationTestingUtility;
import org.apache.hadoop.util.ToolRunner;

/**
 * IntegrationTestAcidGuarantees with the threads of its mixed test and the length set by {@value
 * #MILLIS}. HBase's own command line uses 50 writers and five seconds.
 */
public final class AcidGuarantees extends IntegrationTestAcidGuarantees {
  /** Key of the length, in milliseconds. */
  public static final String MILLIS = "strata.acid.millis";

  @Override
  public int runTestFromCommandLine() throws Exception {
    AcidGuaranteesTestTool tool = new AcidGuaranteesTestTool();
    tool.setConf(getConf());
    String millis = getConf().get(MILLIS, "20000");
    return tool.run(
        new String[] {
          "-millis", millis, "-numWriters", "4", "-numGetters", "2", "-numScanners", "2"
        });
  }

  /** Runs against the cluster of the configuration on the class path. */
  public static void main(String[] arguments) throws Exception {
    Configuration configuration = HBaseConfiguration.create();
    IntegrationTestingUtility.setUseDistributedCluster(configuration);
    System.exit(ToolRunner.run(configuration, new AcidGuarantees(), arguments));
  }
}
