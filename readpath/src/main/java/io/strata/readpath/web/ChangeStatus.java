package io.strata.readpath.web;

/**
 * What became of the last configuration that the cache was told while it runs.
 *
 * @param state of the change
 * @param detail the part that is being set, or why the change failed; empty otherwise, and without
 *     secrets
 * @param isNextWaiting whether another configuration is applied afterwards
 */
public record ChangeStatus(State state, String detail, boolean isNextWaiting) {
  /** Nothing was changed yet. */
  public static final ChangeStatus NONE = new ChangeStatus(State.NONE, "", false);

  /** How far a change is. */
  public enum State {
    /** The cache is as it was started. */
    NONE,
    /** Parts are being set. */
    RUNNING,
    /** All parts are as wanted. */
    DONE,
    /** A part could not be set; the log says what is not as it was before. */
    FAILED
  }
}
