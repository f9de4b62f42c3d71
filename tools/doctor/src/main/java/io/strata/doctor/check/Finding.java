package io.strata.doctor.check;

/**
 * A problem of a configuration.
 *
 * @param sentence the message: key, value, problem, fix
 */
public record Finding(Level level, String sentence) {
  /** The severity. */
  public enum Level {
    /** The server fails startup, or a setting has no effect. */
    ERROR("error", "errors"),
    /** The server starts, and may fail later. */
    WARNING("warning", "warnings"),
    /** For information. */
    NOTE("note", "notes");

    private final String one;
    private final String many;

    Level(String one, String many) {
      this.one = one;
      this.many = many;
    }

    /** Returns the name, singular or plural. */
    public String name(int count) {
      return count == 1 ? one : many;
    }
  }

  static Finding error(String sentence) {
    return new Finding(Level.ERROR, sentence);
  }

  static Finding warning(String sentence) {
    return new Finding(Level.WARNING, sentence);
  }

  static Finding note(String sentence) {
    return new Finding(Level.NOTE, sentence);
  }
}
