package io.strata.readpath.config;

import io.strata.readpath.compress.Algorithms;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What a reload does with a key: how its typed values are compared, and what applies a change. The
 * constants are in the order in which changes are applied: those that can fail come first.
 */
@SuppressWarnings("ImmutableEnumChecker") // The functions are lambdas without state.
public enum Reload {
  /** The size of the off-heap tier; the size of files belongs to {@link #FLASH}. */
  SIZE(
      "hbase.bucketcache.size",
      CacheSettings::offHeapBytes,
      settings -> megabytes(settings.offHeapBytes()),
      Reload::effectOfSize,
      LiveCache::setSize),
  /** The files of the flash tier and their layout. */
  FLASH(
      "flash tier",
      settings -> settings.flash().map(FlashSettings::layout),
      settings -> settings.flash().map(FlashSettings::summary).orElse(Reload.UNSET),
      Reload::ofSameEngine,
      LiveCache::setFlash),
  /** The recording of accesses. */
  TRACE(
      "strata.trace.*",
      settings -> settings.trace().folder().map(folder -> settings.trace()),
      settings -> settings.trace().summary(),
      Reload::always,
      LiveCache::setTrace),
  /** The limit of the flash tier's write rate. */
  WRITE_RATE(
      "strata.flash.write.rate",
      settings -> settings.flash().map(FlashSettings::writeRate),
      settings -> settings.flash().map(each -> each.writeRate() + " bytes/s").orElse(Reload.UNSET),
      Reload::ofSameEngine,
      LiveCache::setWriteRate),
  /** How long a graceful stop writes blocks of memory to flash. */
  DRAIN(
      "strata.flash.drain",
      settings -> settings.flash().map(FlashSettings::drainMillis),
      settings -> settings.flash().map(each -> each.drainMillis() + " ms").orElse(Reload.UNSET),
      Reload::ofSameEngine,
      LiveCache::setDrain),
  /** How long recovered blocks are kept whose file no region has. */
  ORPHAN_GRACE(
      "hbase.bucketcache.block.orphan.evictgraceperiod.seconds",
      CacheSettings::orphanGraceMillis,
      settings -> settings.orphanGraceMillis().map(millis -> millis + " ms").orElse(Reload.UNSET),
      Reload::ofSameEngine,
      LiveCache::setOrphanGrace),
  /** The eviction policy of the off-heap tier. */
  POLICY(
      "strata.offheap.policy",
      CacheSettings::policy,
      settings -> settings.policy().title(),
      Reload::always,
      LiveCache::setPolicy),
  /** The compression of the off-heap tier. */
  COMPRESSION(
      "strata.offheap.compression",
      Reload::compression,
      Reload::compression,
      Reload::always,
      LiveCache::setCompression),
  /** The quotas of tables and families. */
  QUOTAS(
      "strata.offheap.quotas",
      CacheSettings::quotas,
      settings -> settings.quotas().isEmpty() ? Reload.UNSET : settings.quotas().toString(),
      Reload::always,
      LiveCache::setQuotas),
  /** The writer threads and their queues. */
  WRITERS(
      "hbase.bucketcache.writer.*",
      settings -> List.of(settings.writerThreads(), settings.writerQueueLength()),
      settings ->
          "%d threads with queues of %d blocks"
              .formatted(settings.writerThreads(), settings.writerQueueLength()),
      Reload::always,
      LiveCache::setWriters),
  /** The period of the rolling statistics. */
  STATS_PERIOD(
      "hbase.blockcache.stats.period.minutes",
      CacheSettings::statsPeriodMinutes,
      Reload::always,
      LiveCache::setStatsPeriod),
  /** The number of tables that have metrics of their own. */
  METRICS_TABLES(
      "strata.metrics.tables",
      CacheSettings::metricsTables,
      Reload::always,
      LiveCache::setMetricsTables),
  /** The engine; other files of the same engine belong to {@link #FLASH}. */
  ENGINE(
      "hbase.bucketcache.ioengine",
      CacheSettings::engine,
      settings -> settings.engine().toString(),
      Reload::effectOfEngine,
      Reload::none),
  /** The slot sizes. */
  SLOT_SIZES(
      "hbase.bucketcache.bucket.sizes",
      CacheSettings::slotSizeList,
      settings ->
          settings.slotSizeList().isEmpty() ? Reload.UNSET : settings.slotSizeList().toString(),
      Reload::restart,
      Reload::none),
  /** The expected size of a block. */
  BLOCK_BYTES(
      "hbase.blockcache.minblocksize", CacheSettings::blockBytes, Reload::restart, Reload::none),
  /** The number of periods of the rolling statistics. */
  STATS_PERIODS(
      "hbase.blockcache.stats.periods", CacheSettings::statsPeriods, Reload::restart, Reload::none),
  /** The cache does not use the key, or not alone. */
  NONE("", settings -> "", (running, asked) -> Effect.NONE, Reload::none);

  /** What a reload does with a changed value. */
  public enum Effect {
    /** It is applied while the cache runs. */
    LIVE,
    /** It takes effect at the next start. */
    RESTART,
    /** It belongs to another change, or has no effect with the running engine. */
    NONE
  }

  private static final String UNSET = "not set";

  private final String title;
  private final Function<CacheSettings, ?> value;
  private final Function<CacheSettings, String> shown;
  private final BiFunction<Engine.Kind, Engine.Kind, Effect> effect;
  private final BiConsumer<LiveCache, CacheSettings> setter;

  private static String compression(CacheSettings settings) {
    return "%s%s, %d %% of a core"
        .formatted(
            Algorithms.titleOf(settings.compression()),
            settings.usesDictionaries() ? " with dictionaries" : "",
            settings.compression().cpuPercent());
  }

  Reload(
      String title,
      Function<CacheSettings, ?> value,
      Function<CacheSettings, String> shown,
      BiFunction<Engine.Kind, Engine.Kind, Effect> effect,
      BiConsumer<LiveCache, CacheSettings> setter) {
    this.title = title;
    this.value = value;
    this.shown = shown;
    this.effect = effect;
    this.setter = setter;
  }

  /** For a value that is shown as it is. */
  Reload(
      String title,
      Function<CacheSettings, ?> value,
      BiFunction<Engine.Kind, Engine.Kind, Effect> effect,
      BiConsumer<LiveCache, CacheSettings> setter) {
    this(title, value, settings -> String.valueOf(value.apply(settings)), effect, setter);
  }

  /** Returns the key or keys, as administrators know them. */
  public String title() {
    return title;
  }

  /** Returns whether two configurations have different values. */
  public boolean differs(CacheSettings running, CacheSettings asked) {
    return !Objects.equals(value.apply(running), value.apply(asked));
  }

  /** Returns what a reload does with a difference. */
  public Effect effect(CacheSettings running, CacheSettings asked) {
    return effect.apply(running.engine().kind(), asked.engine().kind());
  }

  /** Returns the value as text without secrets. */
  public String shown(CacheSettings settings) {
    return Secrets.masked(shown.apply(settings));
  }

  /**
   * Applies the value to a running cache.
   *
   * @throws InvalidSettingException if the cache cannot apply it
   */
  public void apply(LiveCache cache, CacheSettings wanted) {
    setter.accept(cache, wanted);
  }

  private static Effect always(Engine.Kind running, Engine.Kind asked) {
    return Effect.LIVE;
  }

  private static Effect restart(Engine.Kind running, Engine.Kind asked) {
    return Effect.RESTART;
  }

  private static Effect ofSameEngine(Engine.Kind running, Engine.Kind asked) {
    return running == asked ? Effect.LIVE : Effect.NONE;
  }

  private static Effect effectOfSize(Engine.Kind running, Engine.Kind asked) {
    return switch (running) {
      case OFFHEAP, KEPT -> ofSameEngine(running, asked);
      case MAPPED -> Effect.RESTART;
      case FILES -> Effect.NONE;
    };
  }

  private static Effect effectOfEngine(Engine.Kind running, Engine.Kind asked) {
    return running != asked || running == Engine.Kind.MAPPED || running == Engine.Kind.KEPT
        ? Effect.RESTART
        : Effect.NONE;
  }

  private static void none(LiveCache cache, CacheSettings wanted) {}

  private static String megabytes(long bytes) {
    long whole = bytes >> 20;
    return (bytes == whole << 20 ? Long.toString(whole) : Float.toString(bytes / (float) (1 << 20)))
        + " MB";
  }
}
