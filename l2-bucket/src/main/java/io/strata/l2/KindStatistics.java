package io.strata.l2;

import io.strata.l2.write.Rejection;
import java.util.List;
import java.util.Map;

/**
 * What became of blocks so far, by their kinds in the order of {@link
 * io.strata.l2.count.BlockKinds}; read as {@link StoreStatistics}, of which these are the parts.
 *
 * @param written blocks that became visible
 * @param evictedForRoom blocks evicted to make room
 * @param evictedByRequest blocks evicted because their file was closed, or by name
 * @param rejected blocks refused, by reason
 */
public record KindStatistics(
    List<Long> written,
    List<Long> evictedForRoom,
    List<Long> evictedByRequest,
    Map<Rejection, List<Long>> rejected) {}
