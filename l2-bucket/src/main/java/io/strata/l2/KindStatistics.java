package io.strata.l2;

import io.strata.l2.write.Rejection;
import java.util.List;
import java.util.Map;

/**
 * The counters of {@link StoreStatistics} by kind of block, each list in the order of {@link
 * io.strata.l2.count.BlockKinds}.
 *
 * @param written blocks that became visible
 * @param evictedForRoom blocks evicted to free a slot
 * @param evictedByRequest blocks evicted by a call, by file or one by one
 * @param rejected blocks rejected, by reason
 */
public record KindStatistics(
    List<Long> written,
    List<Long> evictedForRoom,
    List<Long> evictedByRequest,
    Map<Rejection, List<Long>> rejected) {}
