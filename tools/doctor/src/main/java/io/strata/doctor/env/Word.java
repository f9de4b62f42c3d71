package io.strata.doctor.env;

/**
 * A word of the command line by which HBase starts a RegionServer.
 *
 * @param source where it comes from, such as {@code HBASE_OPTS}
 * @param typed what stands there, such as {@code 4096}
 * @param text what the JVM is given, such as {@code -Xmx4096m}
 */
public record Word(String source, String typed, String text) {
  /** One that stands there as the JVM is given it. */
  Word(String source, String text) {
    this(source, text, text);
  }

  /** As it is said of it: where, and what stands there. */
  public String shown() {
    return typed.equals(text) ? "%s in %s".formatted(text, source) : source + "=" + typed;
  }
}
