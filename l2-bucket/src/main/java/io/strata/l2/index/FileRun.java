package io.strata.l2.index;

import io.strata.l2.layout.Handle;
import io.strata.l2.slot.SlotTable;

/**
 * Slots of one file that the caller owns and that {@link FileTable#link(FileRun)} adds to the file
 * together: one lock and one addition to each count for all of them. For one thread.
 */
public final class FileRun {
  final FileBlocks file;
  int first = Handle.NONE;
  int last = Handle.NONE;
  int blocks;
  long bytes;
  int packedBlocks;
  long packedBytes;
  boolean linked;

  public FileRun(FileBlocks file) {
    this.file = file;
  }

  public FileBlocks file() {
    return file;
  }

  /** Returns whether no slot was added. */
  public boolean isEmpty() {
    return blocks == 0;
  }

  /**
   * Adds a slot behind those added before.
   *
   * @param length bytes of its block as it is stored
   */
  public void add(SlotTable slots, int handle, int length, boolean packed) {
    slots.setPreviousOfFile(handle, last);
    if (last == Handle.NONE) {
      first = handle;
    } else {
      slots.setNextOfFile(last, handle);
    }
    last = handle;
    blocks++;
    bytes += length;
    if (packed) {
      packedBlocks++;
      packedBytes += length;
    }
  }

  /** Returns whether the slots are linked to the file. */
  public boolean isLinked() {
    return linked;
  }

  /** Forgets the slots. */
  public void clear() {
    linked = false;
    first = Handle.NONE;
    last = Handle.NONE;
    blocks = 0;
    bytes = 0;
    packedBlocks = 0;
    packedBytes = 0;
  }
}
