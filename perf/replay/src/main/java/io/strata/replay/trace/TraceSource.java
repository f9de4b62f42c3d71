package io.strata.replay.trace;

import java.io.IOException;

/** A trace that can be read: a published or synthetic one, or one that a server has recorded. */
public interface TraceSource {
  /** Returns the name in tables. */
  String title();

  /**
   * Reads the trace. Takes some seconds for the largest.
   *
   * @throws IOException if it is missing or damaged; the message names it and is for the user
   */
  Trace read() throws IOException;
}
