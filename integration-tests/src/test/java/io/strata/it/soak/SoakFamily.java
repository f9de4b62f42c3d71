package io.strata.it.soak;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.it.correctness.Content;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** The families, whose blocks differ in size, encoding and insertion into the cache. */
enum SoakFamily {
  PLAIN(4, BloomType.ROW),
  FAST_DIFF(16, BloomType.ROWCOL),
  PREFIX_GZ(64, BloomType.NONE),
  IN_MEMORY(8, BloomType.ROW),
  ON_WRITE(32, BloomType.NONE),
  PREFETCHED(128, BloomType.NONE),
  LARGE(256, BloomType.ROW),
  /** Some values are larger than a block, a few larger than any slot. */
  HUGE(1024, BloomType.NONE);

  /** The names of all families. */
  static final List<SoakFamily> ALL = List.of(values());

  private static final int BIG_EVERY = 250;
  private static final int BIG = 300_000;
  private static final int BIGGEST_EVERY = 4_000;
  private static final int BIGGEST = 5_000_000;

  private final int blockKilobytes;
  private final BloomType bloom;

  SoakFamily(int blockKilobytes, BloomType bloom) {
    this.blockKilobytes = blockKilobytes;
    this.bloom = bloom;
  }

  static ColumnFamilyDescriptor[] descriptors() {
    return Arrays.stream(values())
        .map(SoakFamily::descriptor)
        .toArray(ColumnFamilyDescriptor[]::new);
  }

  byte[] bytes() {
    return name().toLowerCase(Locale.ROOT).getBytes(UTF_8);
  }

  /** Returns the value of a version of a row in this family. */
  byte[] value(int row, int version) {
    return Content.proving(row, name(), version, length(row, version));
  }

  private int length(int row, int version) {
    if (this == HUGE && row % BIG_EVERY == 1) {
      return row % BIGGEST_EVERY == 1 ? BIGGEST : BIG;
    }
    return new SplittableRandom((long) row << 32 | version).nextInt(200, 1_200);
  }

  private ColumnFamilyDescriptor descriptor() {
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(bytes())
            .setBlocksize(blockKilobytes << 10)
            .setBloomFilterType(bloom);
    switch (this) {
      case FAST_DIFF -> builder.setDataBlockEncoding(DataBlockEncoding.FAST_DIFF);
      case PREFIX_GZ ->
          builder
              .setDataBlockEncoding(DataBlockEncoding.PREFIX)
              .setCompressionType(Compression.Algorithm.GZ);
      case IN_MEMORY -> builder.setInMemory(true);
      case ON_WRITE ->
          builder
              .setCacheDataOnWrite(true)
              .setConfiguration("hbase.rs.cachecompactedblocksonwrite", "true");
      case PREFETCHED ->
          builder
              .setPrefetchBlocksOnOpen(true)
              .setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1);
      case PLAIN, LARGE, HUGE -> {}
    }
    return builder.build();
  }
}
