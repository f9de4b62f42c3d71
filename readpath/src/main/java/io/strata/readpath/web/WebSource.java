package io.strata.readpath.web;

import io.strata.readpath.config.CacheSettings;
import io.strata.readpath.l1.OnHeapBlockCache;
import io.strata.readpath.l2.OffHeapBlockCache;
import io.strata.readpath.metrics.CacheMetrics;
import io.strata.readpath.usage.Owner;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The sources of the pages' data.
 *
 * @param server the RegionServer's name
 * @param settings the current settings: of startup, or of the last change
 * @param waiting the changes that need a restart, one sentence each
 * @param change the status of the last configuration change
 * @param owners the owners of the server's files; called at each request
 */
public record WebSource(
    String server,
    Supplier<CacheSettings> settings,
    Supplier<List<String>> waiting,
    Supplier<ChangeStatus> change,
    OnHeapBlockCache onHeap,
    OffHeapBlockCache offHeap,
    CacheMetrics metrics,
    Supplier<Map<String, Owner>> owners) {}
