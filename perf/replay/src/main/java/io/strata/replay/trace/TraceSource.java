package io.strata.replay.trace;

import java.io.IOException;

/** A trace that can be read: a published one, or one that a server has recorded. */
public interface TraceSource {
  /** What tables call it. */
  String title();

  /**
   * Reads it; takes some seconds for the largest.
   *
   * @throws IOException when it is missing or damaged; the message says which, for people
   */
  Trace read() throws IOException;
}
