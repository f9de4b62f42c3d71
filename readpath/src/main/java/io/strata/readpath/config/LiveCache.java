package io.strata.readpath.config;

/**
 * A cache that serves, and takes on settings while it does. Each method throws {@link
 * InvalidSettingException} when the cache cannot work as wanted; then it must be set to something
 * else.
 */
public interface LiveCache {
  /** Resizes the off-heap tier. */
  void setSize(CacheSettings wanted);

  /** Closes the tier on disks and opens the one that is wanted, if any. */
  void setFlash(CacheSettings wanted);

  /** Starts a recording of accesses, ends it, or has it go elsewhere. */
  void setTrace(CacheSettings wanted);

  /** Sets how much may be written to disks. */
  void setWriteRate(CacheSettings wanted);

  /** Sets how long a stop writes blocks of memory to disks. */
  void setDrain(CacheSettings wanted);

  /** Sets how long blocks of files that may be gone are kept. */
  void setOrphanGrace(CacheSettings wanted);

  /** Sets the policy of the off-heap tier. */
  void setPolicy(CacheSettings wanted);

  /** Sets how blocks of the off-heap tier are compressed. */
  void setCompression(CacheSettings wanted);

  /** Sets the quotas of tables and families. */
  void setQuotas(CacheSettings wanted);

  /** Sets the writer threads and their queues. */
  void setWriters(CacheSettings wanted);

  /** Sets the period of the rolling statistics. */
  void setStatsPeriod(CacheSettings wanted);

  /** Sets how many tables have metrics of their own. */
  void setMetricsTables(CacheSettings wanted);
}
