package io.strata.doctor.env;

/**
 * A word of the command line of a RegionServer.
 *
 * @param source variable that it comes from, such as {@code HBASE_OPTS}
 * @param typed text in that variable, such as {@code 4096}
 * @param text option that the JVM gets, such as {@code -Xmx4096m}
 */
public record Word(String source, String typed, String text) {
  /** Creates a word that the JVM gets as typed. */
  Word(String source, String text) {
    this(source, text, text);
  }

  /** Returns variable and text for messages. */
  public String shown() {
    return typed.equals(text) ? "%s in %s".formatted(text, source) : source + "=" + typed;
  }
}
