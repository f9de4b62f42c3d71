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
 * What the pages show.
 *
 * @param server how the RegionServer is called
 * @param settings what the cache was made from, or was told last
 * @param waiting what of that will only be so with the next start, a sentence each
 * @param change what became of the last configuration, or how far it is
 * @param owners of the server's files, asked anew each time
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
