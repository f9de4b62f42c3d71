package io.strata.perf.load;

/** When the operations of one thread are due. */
interface Schedule {
  /**
   * When an operation is due, on the clock of {@link System#nanoTime()}.
   *
   * @param number of the operation, from 0
   * @param free since when the thread has nothing else to do
   */
  long due(long number, long free);
}
