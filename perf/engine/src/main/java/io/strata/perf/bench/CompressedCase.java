package io.strata.perf.bench;

import io.strata.perf.common.DataSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;

/**
 * A case of the compression benchmark.
 *
 * @param missMillis added latency of a miss over a read from the page cache
 * @param fits whether the cache is larger than the file; otherwise it is a quarter of the file
 */
public record CompressedCase(
    DataSet data, DataBlockEncoding encoding, int missMillis, boolean fits) {
  private static final int OBJECT_STORE_MILLIS = 2;

  /** Returns all cases. */
  public static List<CompressedCase> all() {
    List<CompressedCase> all = new ArrayList<>();
    for (DataSet data : DataSet.values()) {
      all.add(new CompressedCase(data, DataBlockEncoding.NONE, OBJECT_STORE_MILLIS, false));
      all.add(new CompressedCase(data, DataBlockEncoding.NONE, 0, false));
      if (data != DataSet.RANDOM) {
        all.add(new CompressedCase(data, DataBlockEncoding.FAST_DIFF, OBJECT_STORE_MILLIS, false));
      }
    }
    all.add(new CompressedCase(DataSet.LINEITEM, DataBlockEncoding.NONE, 0, true));
    return all;
  }

  /** Returns the case with a {@link #name}. */
  static CompressedCase of(String name) {
    return all().stream().filter(each -> each.name().equals(name)).findAny().orElseThrow();
  }

  /** Returns the unique name of the case. */
  public String name() {
    return "%s-%s-%s"
        .formatted(data, encoding, fits ? "fits" : missMillis)
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the name shown in tables. */
  public String title() {
    return data.title()
        + (encoding == DataBlockEncoding.NONE ? "" : ", " + encoding)
        + (fits
            ? ", all blocks cached"
            : missMillis == 0
                ? ", misses from the page cache"
                : ", misses of %d ms".formatted(missMillis));
  }

  /** Returns the name of a figure of a cache with a compression algorithm. */
  public String figure(String algorithm, String what) {
    return "compressed." + name() + "." + algorithm + "." + what;
  }
}
