package io.strata.flash;

import java.util.Map;

/**
 * Figures of a store at about one moment.
 *
 * @param blocks that the index knows
 * @param hits blocks that were read
 * @param offered blocks that were offered
 * @param rejected blocks that were not kept, by reason
 * @param acceptedBytes of blocks that were kept, without headers
 * @param reinsertedBytes of blocks that were written again since they had been read, without
 *     headers; not among {@code acceptedBytes}
 * @param writtenBytes to all devices, snapshots included
 * @param snapshotBytes of snapshots of the index, which a restart reads
 * @param damaged blocks that were found damaged, or others than they should be, and given up
 * @param readErrors of devices
 * @param noBuffer reads for which no buffer was free
 * @param waitsForReaders writes that had to wait until a reader had left their place
 * @param restored blocks that were found again after the start
 * @param restoringDevices on which there may be more to find
 * @param failedDevices that are given up at the moment
 */
public record FlashStatistics(
    long blocks,
    long hits,
    long offered,
    Map<Rejection, Long> rejected,
    long acceptedBytes,
    long reinsertedBytes,
    long writtenBytes,
    long snapshotBytes,
    long damaged,
    long readErrors,
    long noBuffer,
    long waitsForReaders,
    long restored,
    int restoringDevices,
    int failedDevices) {}
