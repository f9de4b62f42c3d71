package io.strata.flash;

import java.util.Map;

/**
 * The statistics of a store at about one moment.
 *
 * @param blocks in the index
 * @param hits blocks that were read
 * @param inserts insert calls, including rejected ones
 * @param rejected rejected blocks by reason
 * @param acceptedBytes of inserted blocks, without headers
 * @param reinsertedBytes of blocks written again because they had been read, without headers; not
 *     included in {@code acceptedBytes}
 * @param writtenBytes to all devices, including snapshots
 * @param snapshotBytes of index snapshots, which a restart reads
 * @param damaged blocks found damaged or replaced, and removed
 * @param readErrors failed device reads
 * @param noBuffer reads that found no free buffer
 * @param waitsForReaders writes that waited for readers of the region to overwrite
 * @param restored blocks restored after the start
 * @param restoringDevices devices on which recovery has not ended
 * @param failedDevices devices currently out of service
 */
public record FlashStatistics(
    long blocks,
    long hits,
    long inserts,
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
