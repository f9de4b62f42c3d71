package io.strata.readpath.web;

/**
 * The status of the last configuration change at run time.
 *
 * @param detail the part that is being set, or why the change failed; else empty. Has no secrets.
 * @param isNextWaiting whether another configuration is applied afterwards
 */
public record ChangeStatus(State state, String detail, boolean isNextWaiting) {
  /** The status before the first change. */
  public static final ChangeStatus NONE = new ChangeStatus(State.NONE, "", false);

  /** The states of a change. */
  public enum State {
    /** There was no change since startup. */
    NONE,
    /** Parts are being set. */
    RUNNING,
    /** All parts are set. */
    DONE,
    /** A part could not be set; the log names parts that could not be reset. */
    FAILED
  }
}
