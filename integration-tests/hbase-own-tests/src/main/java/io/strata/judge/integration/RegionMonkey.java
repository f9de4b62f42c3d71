package io.strata.judge.integration;

import org.apache.hadoop.hbase.chaos.actions.Action;
import org.apache.hadoop.hbase.chaos.actions.ChangeBloomFilterAction;
import org.apache.hadoop.hbase.chaos.actions.ChangeCompressionAction;
import org.apache.hadoop.hbase.chaos.actions.ChangeEncodingAction;
import org.apache.hadoop.hbase.chaos.actions.CompactRandomRegionOfTableAction;
import org.apache.hadoop.hbase.chaos.actions.CompactTableAction;
import org.apache.hadoop.hbase.chaos.actions.FlushRandomRegionOfTableAction;
import org.apache.hadoop.hbase.chaos.actions.FlushTableAction;
import org.apache.hadoop.hbase.chaos.actions.MergeRandomAdjacentRegionsOfTableAction;
import org.apache.hadoop.hbase.chaos.actions.MoveRandomRegionOfTableAction;
import org.apache.hadoop.hbase.chaos.actions.MoveRegionsOfTableAction;
import org.apache.hadoop.hbase.chaos.actions.SnapshotTableAction;
import org.apache.hadoop.hbase.chaos.actions.SplitRandomRegionOfTableAction;
import org.apache.hadoop.hbase.chaos.factories.MonkeyConstants;
import org.apache.hadoop.hbase.chaos.factories.MonkeyFactory;
import org.apache.hadoop.hbase.chaos.monkies.ChaosMonkey;
import org.apache.hadoop.hbase.chaos.monkies.PolicyBasedChaosMonkey;
import org.apache.hadoop.hbase.chaos.policies.PeriodicRandomActionPolicy;

/**
 * Runs the actions of HBase's chaos monkeys that change regions and files and need no shell on the
 * servers, more often than HBase's own factories, which run them once a minute. HBase's keys {@code
 * sdm.action1.period} and {@code sdm.action2.period} set the periods, in milliseconds.
 */
public final class RegionMonkey extends MonkeyFactory {
  private static final float MAJOR_COMPACTIONS = 0.5f;
  private static final long MAX_MOVE_MILLIS = 10_000;

  @Override
  public ChaosMonkey build() {
    Action[] frequent = {
      new FlushTableAction(tableName),
      new FlushRandomRegionOfTableAction(tableName),
      new CompactTableAction(tableName, MAJOR_COMPACTIONS),
      new CompactRandomRegionOfTableAction(tableName, MAJOR_COMPACTIONS),
      new MoveRandomRegionOfTableAction(tableName)
    };
    Action[] rare = {
      new SplitRandomRegionOfTableAction(tableName),
      new MergeRandomAdjacentRegionsOfTableAction(tableName),
      new MoveRegionsOfTableAction(0, MAX_MOVE_MILLIS, tableName),
      new SnapshotTableAction(tableName),
      new ChangeEncodingAction(tableName),
      new ChangeCompressionAction(tableName),
      new ChangeBloomFilterAction(tableName)
    };
    return new PolicyBasedChaosMonkey(
        properties,
        util,
        new PeriodicRandomActionPolicy(
            period(MonkeyConstants.PERIODIC_ACTION1_PERIOD, 2_000), frequent),
        new PeriodicRandomActionPolicy(
            period(MonkeyConstants.PERIODIC_ACTION2_PERIOD, 5_000), rare));
  }

  private long period(String key, long byDefault) {
    return Long.parseLong(properties.getProperty(key, Long.toString(byDefault)));
  }
}
