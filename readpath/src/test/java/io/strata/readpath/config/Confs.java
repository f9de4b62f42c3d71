package io.strata.readpath.config;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;

/** Configurations of a RegionServer: a site file over HBase's defaults. */
final class Confs {
  static final long MB = 1L << 20;
  static final long GB = 1L << 30;

  /** Enough memory for tests that are not about memory. */
  static final MemoryLimits AMPLE = new MemoryLimits(8 * GB, 64 * GB);

  private Confs() {}

  /** Returns a minimal valid site, with 1 GB off the heap, and further names and values. */
  static Configuration site(String... namesAndValues) {
    Configuration conf = HBaseConfiguration.create();
    StringBuilder xml = new StringBuilder("<configuration>");
    property(xml, "hbase.bucketcache.ioengine", "offheap");
    property(xml, "hbase.bucketcache.size", "1024");
    for (int i = 0; i < namesAndValues.length; i += 2) {
      property(xml, namesAndValues[i], namesAndValues[i + 1]);
    }
    byte[] bytes = xml.append("</configuration>").toString().getBytes(StandardCharsets.UTF_8);
    conf.addResource(new ByteArrayInputStream(bytes), "hbase-site.xml");
    return conf;
  }

  static CacheSettings read(String... namesAndValues) {
    return CacheSettings.read(site(namesAndValues), AMPLE);
  }

  /** Returns the value of a key, or throws its problem. */
  static <T> Optional<T> find(SettingKey<T> key, Configuration conf) {
    SettingReader reader = new SettingReader(conf);
    Optional<T> value = reader.find(key);
    for (InvalidSettingException problem : reader.problems()) {
      throw problem;
    }
    return value;
  }

  private static void property(StringBuilder xml, String name, String value) {
    xml.append("<property><name>%s</name><value>%s</value></property>".formatted(name, value));
  }
}
