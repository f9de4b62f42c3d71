package io.strata.doctor.env;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * The variables from which HBase's start script builds the command line of a RegionServer.
 *
 * @param variables values by name; an unset one may be absent or empty
 */
public record Environment(Map<String, String> variables) {
  static final String HEAP = "HBASE_HEAPSIZE";
  static final String OFF_HEAP = "HBASE_OFFHEAPSIZE";

  /** The order in which {@code bin/hbase} of HBase 2.6.4 appends them to the command line. */
  private static final List<String> OPTIONS =
      List.of("HBASE_OPTS", "SERVER_GC_OPTS", "HBASE_REGIONSERVER_OPTS");

  private static final List<String> CLASS_PATHS =
      List.of("HBASE_CLASSPATH_PREFIX", "HBASE_CLASSPATH");

  /** The variables that are read from {@code hbase-env.sh}. */
  static final List<String> NAMES =
      List.of(
          HEAP,
          OFF_HEAP,
          "HBASE_OPTS",
          "SERVER_GC_OPTS",
          "HBASE_REGIONSERVER_OPTS",
          "HBASE_CLASSPATH_PREFIX",
          "HBASE_CLASSPATH");

  /** Copies the map. */
  public Environment {
    variables = Map.copyOf(variables);
  }

  /** Returns an environment with these options only. */
  public static Environment ofOptions(String source, String options) {
    return new Environment(Map.of(source, options));
  }

  /** Returns the JVM's options in order; of two options for the same limit, the later counts. */
  public List<Word> words() {
    List<Word> words = new ArrayList<>();
    addSize(words, HEAP, MemoryOption.HEAP);
    addSize(words, OFF_HEAP, MemoryOption.DIRECT);
    OPTIONS.forEach(name -> addAll(words, name));
    variables.keySet().stream()
        .filter(name -> !NAMES.contains(name))
        .forEach(name -> addAll(words, name));
    return words;
  }

  /** Returns the class path entries that are added to HBase's own jars. */
  public List<Word> classPath() {
    List<Word> entries = new ArrayList<>();
    for (String name : CLASS_PATHS) {
      Arrays.stream(value(name).split(":"))
          .filter(entry -> !entry.isBlank())
          .forEach(entry -> entries.add(new Word(name, entry.strip())));
    }
    return entries;
  }

  private void addSize(List<Word> words, String name, MemoryOption option) {
    String typed = value(name).strip();
    if (!typed.isEmpty()) {
      boolean hasUnit = "mMgG".indexOf(typed.charAt(typed.length() - 1)) >= 0;
      words.add(new Word(name, typed, option.flag() + typed + (hasUnit ? "" : "m")));
    }
  }

  /** The script does not quote the value, so it is split at white space. */
  private void addAll(List<Word> words, String name) {
    Arrays.stream(value(name).split("\\s+"))
        .filter(word -> !word.isEmpty())
        .forEach(word -> words.add(new Word(name, word)));
  }

  private String value(String name) {
    return variables.getOrDefault(name, "");
  }
}
