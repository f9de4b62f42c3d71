package io.strata.readpath.config;

import io.strata.readpath.compress.Algorithms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** Collects the log lines about settings that have no effect, or not the one to be expected. */
final class Notes {
  /** HBase's prefix for the off-heap tier: an unknown key there is most likely misspelled. */
  private static final String OFF_HEAP_PREFIX = "hbase.bucketcache.";

  private final Configuration conf;
  private final SettingReader reader;
  private final Engine engine;

  Notes(Configuration conf, SettingReader reader, Engine engine) {
    this.conf = conf;
    this.reader = reader;
    this.engine = engine;
  }

  /** Returns one line each, in the order of the table of keys. */
  List<String> collect() {
    List<String> notes = new ArrayList<>();
    for (SettingKey<?> key : SettingKeys.all()) {
      if (key.support().by() == Support.By.NONE
          && !reader.isReplaced(key)
          && reader.isSetByUser(key)) {
        notes.add("%s has no effect: %s.".formatted(setting(key), key.support().reason()));
      }
    }
    if (engine.kind() == Engine.Kind.FILES) {
      notes.add(
          ("%s: blocks are read from files, past the page cache. If there is memory for blocks, set"
                  + " %s to offheap, %s to the megabytes of memory, and %s to the files.")
              .formatted(
                  setting(OffHeapKeys.IO_ENGINE),
                  OffHeapKeys.IO_ENGINE.name(),
                  OffHeapKeys.SIZE.name(),
                  FlashKeys.PATH.name()));
    }
    if (Algorithms.isInJava(reader.get(StrataKeys.COMPRESSION))) {
      notes.add(
          ("%s: runs in Java, which takes about twice as long as zstd-jni. Add the zstd-jni of HBase's"
                  + " distribution to HBASE_CLASSPATH.")
              .formatted(setting(StrataKeys.COMPRESSION)));
    }
    for (Map.Entry<String, String> entry : conf) {
      String name = entry.getKey();
      if (name.startsWith(OFF_HEAP_PREFIX) && !SettingKeys.isKnown(name)) {
        notes.add(
            "%s has no effect: unknown key. Did you mean %s?"
                .formatted(name, SettingKeys.nearest(name).name()));
      }
    }
    return notes;
  }

  private String setting(SettingKey<?> key) {
    String text = reader.shown(key);
    return text == null
        ? key.name() + ": not set, and"
        : key.name() + "=" + InvalidSettingException.shortened(text);
  }
}
