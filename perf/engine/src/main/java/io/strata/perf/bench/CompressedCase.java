package io.strata.perf.bench;

import io.strata.perf.common.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * What is compressed, and what a miss takes.
 *
 * @param missMillis how much longer a miss takes than a read from the page cache
 * @param fits whether the cache is larger than the file, and not a quarter of it
 */
public record CompressedCase(
    DataSet data, DataBlockEncoding encoding, int missMillis, boolean fits) {
  private static final int OBJECT_STORE = 2;

  /** All cases, the plain ones with both kinds of misses. */
  public static List<CompressedCase> all() {
    List<CompressedCase> all = new ArrayList<>();
    for (DataSet data : DataSet.values()) {
      all.add(new CompressedCase(data, DataBlockEncoding.NONE, OBJECT_STORE, false));
      all.add(new CompressedCase(data, DataBlockEncoding.NONE, 0, false));
      if (data != DataSet.RANDOM) {
        all.add(new CompressedCase(data, DataBlockEncoding.FAST_DIFF, OBJECT_STORE, false));
      }
    }
    all.add(new CompressedCase(DataSet.LINEITEM, DataBlockEncoding.NONE, 0, true));
    return all;
  }

  /** The case of this {@link #name}. */
  static CompressedCase of(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findAny().orElseThrow();
  }

  /** Its name among all cases. */
  public String name() {
    return "%s-%s-%s"
        .formatted(data, encoding, fits ? "fits" : missMillis)
        .toLowerCase(Locale.ROOT);
  }

  /** What it is called in tables. */
  public String title() {
    return data.title()
        + (encoding == DataBlockEncoding.NONE ? "" : ", " + encoding)
        + (fits
            ? ", everything in the cache"
            : missMillis == 0
                ? ", misses from the page cache"
                : ", misses of %d ms".formatted(missMillis));
  }

  /** The name of a figure of a cache that compresses so. */
  public String figure(String algorithm, String what) {
    return "compressed." + name() + "." + algorithm + "." + what;
  }
}
