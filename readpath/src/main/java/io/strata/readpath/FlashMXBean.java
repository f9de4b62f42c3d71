package io.strata.readpath;

import java.util.List;
import java.util.Map;

/**
 * What the tier on disks of a RegionServer counts, under {@value #NAME}; only where there is one.
 */
public interface FlashMXBean {
  /** The MBean's name. */
  String NAME = "io.strata:type=FlashTier";

  /** What the files take of their disks. */
  long getConfiguredBytes();

  /** Blocks that can be read there. */
  long getBlocks();

  /** Blocks that were read there so far. */
  long getHits();

  /** Blocks that went back to memory so far. */
  long getPromoted();

  /** Blocks that were offered so far: what memory evicts, and index and bloom blocks. */
  long getOffered();

  /** Blocks rejected so far, by reason. */
  Map<String, Long> getRejected();

  /**
   * The same under its old name.
   *
   * @deprecated removed in the next release; read {@code Rejected}
   */
  @Deprecated
  Map<String, Long> getRefused();

  /** Blocks that stayed off the disks so far, because they may be of encrypted families. */
  long getWithheld();

  /** Bytes of blocks that were taken so far. */
  long getAcceptedBytes();

  /** Bytes written to all disks so far. */
  long getWrittenBytes();

  /**
   * Bytes written for each byte that was taken; 0 before anything was written. What is in memory
   * still is not written yet, so it may be below 1.
   */
  double getWriteAmplification();

  /** Reads so far that found no free buffer, and went to HBase's files. */
  long getNoBuffer();

  /** Writes so far that waited until readers had left their place. */
  long getWaitsForReaders();

  /** Blocks so far that were found damaged, and given up. */
  long getDamaged();

  /** Reads so far that a disk refused. */
  long getReadErrors();

  /** The files that cannot be used at the moment, and are tried again. */
  List<String> getFailedFiles();

  /** Files in which blocks from before the start are still being found. */
  int getRestoringFiles();

  /** Blocks from before the start that were found again. */
  long getRestored();

  /**
   * Files so far whose blocks were found again and freed, because nobody asked for them and no
   * region of this server has the file.
   */
  int getOrphanedFiles();

  /** Blocks that were read and not released yet. */
  int getBlocksInUse();
}
