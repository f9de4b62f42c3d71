package io.strata.readpath.engine;

import java.util.function.ToLongFunction;
import org.apache.hadoop.hbase.io.hfile.CacheStats;

/** The sums of the statistics of two tiers. Thread-safe. */
final class SummedStats extends CacheStats {
  private final CacheStats first;
  private final CacheStats second;

  SummedStats(CacheStats first, CacheStats second) {
    super("Strata");
    this.first = first;
    this.second = second;
  }

  private long sum(ToLongFunction<CacheStats> getter) {
    return getter.applyAsLong(first) + getter.applyAsLong(second);
  }

  @Override
  public void rollMetricsPeriod() {
    first.rollMetricsPeriod();
    second.rollMetricsPeriod();
  }

  @Override
  public long getDataMissCount() {
    return sum(CacheStats::getDataMissCount);
  }

  @Override
  public long getLeafIndexMissCount() {
    return sum(CacheStats::getLeafIndexMissCount);
  }

  @Override
  public long getBloomChunkMissCount() {
    return sum(CacheStats::getBloomChunkMissCount);
  }

  @Override
  public long getMetaMissCount() {
    return sum(CacheStats::getMetaMissCount);
  }

  @Override
  public long getRootIndexMissCount() {
    return sum(CacheStats::getRootIndexMissCount);
  }

  @Override
  public long getIntermediateIndexMissCount() {
    return sum(CacheStats::getIntermediateIndexMissCount);
  }

  @Override
  public long getFileInfoMissCount() {
    return sum(CacheStats::getFileInfoMissCount);
  }

  @Override
  public long getGeneralBloomMetaMissCount() {
    return sum(CacheStats::getGeneralBloomMetaMissCount);
  }

  @Override
  public long getDeleteFamilyBloomMissCount() {
    return sum(CacheStats::getDeleteFamilyBloomMissCount);
  }

  @Override
  public long getTrailerMissCount() {
    return sum(CacheStats::getTrailerMissCount);
  }

  @Override
  public long getDataHitCount() {
    return sum(CacheStats::getDataHitCount);
  }

  @Override
  public long getLeafIndexHitCount() {
    return sum(CacheStats::getLeafIndexHitCount);
  }

  @Override
  public long getBloomChunkHitCount() {
    return sum(CacheStats::getBloomChunkHitCount);
  }

  @Override
  public long getMetaHitCount() {
    return sum(CacheStats::getMetaHitCount);
  }

  @Override
  public long getRootIndexHitCount() {
    return sum(CacheStats::getRootIndexHitCount);
  }

  @Override
  public long getIntermediateIndexHitCount() {
    return sum(CacheStats::getIntermediateIndexHitCount);
  }

  @Override
  public long getFileInfoHitCount() {
    return sum(CacheStats::getFileInfoHitCount);
  }

  @Override
  public long getGeneralBloomMetaHitCount() {
    return sum(CacheStats::getGeneralBloomMetaHitCount);
  }

  @Override
  public long getDeleteFamilyBloomHitCount() {
    return sum(CacheStats::getDeleteFamilyBloomHitCount);
  }

  @Override
  public long getTrailerHitCount() {
    return sum(CacheStats::getTrailerHitCount);
  }

  @Override
  public long getMissCount() {
    return sum(CacheStats::getMissCount);
  }

  @Override
  public long getPrimaryMissCount() {
    return sum(CacheStats::getPrimaryMissCount);
  }

  @Override
  public long getMissCachingCount() {
    return sum(CacheStats::getMissCachingCount);
  }

  @Override
  public long getHitCount() {
    return sum(CacheStats::getHitCount);
  }

  @Override
  public long getPrimaryHitCount() {
    return sum(CacheStats::getPrimaryHitCount);
  }

  @Override
  public long getHitCachingCount() {
    return sum(CacheStats::getHitCachingCount);
  }

  @Override
  public long getEvictionCount() {
    return sum(CacheStats::getEvictionCount);
  }

  @Override
  public long getEvictedCount() {
    return sum(CacheStats::getEvictedCount);
  }

  @Override
  public long getPrimaryEvictedCount() {
    return sum(CacheStats::getPrimaryEvictedCount);
  }

  @Override
  public long getFailedInserts() {
    return sum(CacheStats::getFailedInserts);
  }

  @Override
  public long getSumHitCountsPastNPeriods() {
    return sum(CacheStats::getSumHitCountsPastNPeriods);
  }

  @Override
  public long getSumRequestCountsPastNPeriods() {
    return sum(CacheStats::getSumRequestCountsPastNPeriods);
  }

  @Override
  public long getSumHitCachingCountsPastNPeriods() {
    return sum(CacheStats::getSumHitCachingCountsPastNPeriods);
  }

  @Override
  public long getSumRequestCachingCountsPastNPeriods() {
    return sum(CacheStats::getSumRequestCachingCountsPastNPeriods);
  }
}
