package io.strata.readpath.config;

/**
 * A running cache whose settings can be changed. Each method throws {@link InvalidSettingException}
 * if the cache cannot apply the setting; the caller must then set a valid one.
 */
public interface LiveCache {
  /** Resizes the off-heap tier. */
  void setSize(CacheSettings wanted);

  /** Closes the flash tier, and opens the new one if there is one. */
  void setFlash(CacheSettings wanted);

  /** Starts, stops or redirects the recording of accesses. */
  void setTrace(CacheSettings wanted);

  /** Sets the limit of the write rate of the flash tier. */
  void setWriteRate(CacheSettings wanted);

  /** Sets how long a graceful stop writes blocks of memory to flash. */
  void setDrain(CacheSettings wanted);

  /** Sets how long recovered blocks are kept whose file no region has. */
  void setOrphanGrace(CacheSettings wanted);

  /** Sets the eviction policy of the off-heap tier. */
  void setPolicy(CacheSettings wanted);

  /** Sets the compression of the off-heap tier. */
  void setCompression(CacheSettings wanted);

  /** Sets the quotas of tables and families. */
  void setQuotas(CacheSettings wanted);

  /** Sets the writer threads and their queues. */
  void setWriters(CacheSettings wanted);

  /** Sets the period of the rolling statistics. */
  void setStatsPeriod(CacheSettings wanted);

  /** Sets the number of tables that have metrics of their own. */
  void setMetricsTables(CacheSettings wanted);
}
