package io.strata.perf.gc;

/** Understands what one kind of collector writes. Of one thread, for one log. */
interface CollectorLines {
  /**
   * A line that belongs to a collection.
   *
   * @param line all of it
   * @param collection its number
   * @param millis when it was written
   * @return whether nothing is lost: false for a pause that is told in a way not known here
   */
  boolean accept(String line, int collection, double millis);
}
