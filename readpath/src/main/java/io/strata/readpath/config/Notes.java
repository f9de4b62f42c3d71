package io.strata.readpath.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The log lines that answer what is set and not done, or done in another way. */
final class Notes {
  /** HBase's prefix for the second tier: an unknown key there is most likely a slip. */
  private static final String SECOND_TIER_PREFIX = "hbase.bucketcache.";

  private final Configuration conf;
  private final SettingReader reader;
  private final Engine engine;

  Notes(Configuration conf, SettingReader reader, Engine engine) {
    this.conf = conf;
    this.reader = reader;
    this.engine = engine;
  }

  /** One sentence each, in the order of the table of keys. */
  List<String> collect() {
    List<String> notes = new ArrayList<>();
    for (SettingKey<?> key : SettingKeys.all()) {
      if (key.honoured().by() == Support.By.NOBODY
          && !reader.isReplaced(key)
          && reader.isSetByUser(key)) {
        notes.add(
            "%s is %s and has no meaning here: %s."
                .formatted(key.name(), shown(key), key.honoured().reason()));
      }
    }
    if (engine.kind() == Engine.Kind.FILES) {
      notes.add(
          "%s is %s, and read past the page cache: where there is memory for blocks, set it to offheap, %s to the megabytes of memory, and %s to the files."
              .formatted(
                  OffHeapKeys.IO_ENGINE.name(),
                  shown(OffHeapKeys.IO_ENGINE),
                  OffHeapKeys.SIZE.name(),
                  FlashKeys.PATH.name()));
    }
    for (Map.Entry<String, String> entry : conf) {
      String name = entry.getKey();
      if (name.startsWith(SECOND_TIER_PREFIX) && !SettingKeys.isKnown(name)) {
        notes.add(
            "%s is not known and does nothing: did you mean %s?"
                .formatted(name, SettingKeys.nearest(name).name()));
      }
    }
    return notes;
  }

  private String shown(SettingKey<?> key) {
    String text = reader.shown(key);
    return text == null ? "not set" : InvalidSettingException.quote(text);
  }
}
