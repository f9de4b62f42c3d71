package io.strata.doctor.check;

/**
 * What is to be said of a configuration.
 *
 * @param sentence with key, value and mend
 */
public record Finding(Level level, String sentence) {
  /** How much it matters. */
  public enum Level {
    /** The start is refused, or what is set does not do what it says. */
    ERROR("error", "errors"),
    /** It starts, and may end badly. */
    WARNING("warning", "warnings"),
    /** Worth knowing. */
    REMARK("remark", "remarks");

    private final String one;
    private final String many;

    Level(String one, String many) {
      this.one = one;
      this.many = many;
    }

    /** Its name, for so many. */
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

  static Finding remark(String sentence) {
    return new Finding(Level.REMARK, sentence);
  }
}
