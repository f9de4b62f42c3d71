package io.strata.l2.index;

/**
 * Where the files that have blocks are written down, for memory that outlives the process. Called
 * by any thread.
 */
public interface FileJournal {
  /** The place of a file that is not written down. */
  int NOWHERE = -1;

  /** For memory that ends with the process. */
  FileJournal NONE =
      new FileJournal() {
        @Override
        public int opened(long id, String name) {
          return NOWHERE;
        }

        @Override
        public void noted(int place, long id, String note) {}

        @Override
        public void closed(int place) {}
      };

  /**
   * Writes a file down, before any block of it is visible.
   *
   * @return its place, or {@link #NOWHERE} when it cannot be: its blocks are lost with the process
   */
  int opened(long id, String name);

  /** Says something of a file, if it is written down there still and there is room for it. */
  void noted(int place, long id, String note);

  /**
   * Strikes a file out: blocks that are still in slots are nobody's from then on. Allocates
   * nothing.
   *
   * @param place what {@link #opened} answered
   */
  void closed(int place);
}
