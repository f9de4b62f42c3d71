package io.strata.readpath;

import java.util.List;
import java.util.Map;

/**
 * The statistics of a RegionServer's flash tier, under {@value #NAME}; absent without such a tier.
 * Counters count from the start of the process; those of the store behind the tier restart at 0
 * when a change replaces the tier.
 */
public interface FlashMXBean {
  /** The MBean's name. */
  String NAME = "io.strata:type=FlashTier";

  /** Returns the size of all files together, in bytes. */
  long getConfiguredBytes();

  /** Returns the number of readable blocks. */
  long getBlocks();

  /** Returns how many blocks were read. */
  long getHits();

  /** Returns how many blocks were promoted to memory. */
  long getPromoted();

  /**
   * Returns how many inserts there were: of blocks evicted from memory, and index and bloom blocks.
   */
  long getOffered();

  /** Returns how many inserts were rejected, by reason. */
  Map<String, Long> getRejected();

  /**
   * The same under its old name.
   *
   * @deprecated removed in the next release; read {@code Rejected}
   */
  @Deprecated
  Map<String, Long> getRefused();

  /** Returns how many blocks were not inserted because they may be of encrypted families. */
  long getWithheld();

  /** Returns the bytes of the inserted blocks. */
  long getAcceptedBytes();

  /** Returns the bytes written to all disks. */
  long getWrittenBytes();

  /**
   * Returns the bytes written for each byte of an inserted block; 0 before the first write. May be
   * below 1, because buffered blocks are not written yet.
   */
  double getWriteAmplification();

  /** Returns how many reads found no free buffer and became misses. */
  long getNoBuffer();

  /** Returns how many writes of a region waited for readers of its previous contents. */
  long getWaitsForReaders();

  /** Returns how many blocks were dropped because they were damaged. */
  long getDamaged();

  /** Returns how many reads failed with an I/O error. */
  long getReadErrors();

  /** Returns the files that have failed and are retried. */
  List<String> getFailedFiles();

  /** Returns the number of files whose recovery is not complete. */
  int getRestoringFiles();

  /** Returns how many blocks were recovered. */
  long getRestored();

  /**
   * Returns the number of files whose recovered blocks were evicted because no read requested them
   * and no region of this server has the file.
   */
  int getOrphanedFiles();

  /** Returns the number of blocks that were read and are not released yet. */
  int getBlocksInUse();
}
