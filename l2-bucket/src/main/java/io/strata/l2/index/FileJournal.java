package io.strata.l2.index;

/** The journal of the files that have blocks, for memory that outlives the process. Thread-safe. */
public interface FileJournal {
  /** The address of a file that has no record. */
  int NOWHERE = -1;

  /** The journal of memory that ends with the process. */
  FileJournal NONE =
      new FileJournal() {
        @Override
        public int opened(long id, String name) {
          return NOWHERE;
        }

        @Override
        public void noted(int address, long id, String note) {}

        @Override
        public void closed(int address) {}
      };

  /**
   * Records a file, before any block of it is visible.
   *
   * @return the address of the record, or {@link #NOWHERE} if there is no memory for it: the file's
   *     blocks are then lost with the process
   */
  int opened(long id, String name);

  /** Sets the note of a file, if its record still exists and the note fits. */
  void noted(int address, long id, String note);

  /**
   * Removes the record of a file. Blocks that are still in slots then belong to no file. Allocates
   * nothing.
   *
   * @param address what {@link #opened} returned
   */
  void closed(int address);
}
