package io.strata.it.correctness;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Locale;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.io.compress.Compression;
import org.apache.hadoop.hbase.io.encoding.DataBlockEncoding;
import org.apache.hadoop.hbase.regionserver.BloomType;

/** The column families, with different kinds of blocks. */
enum Family {
  PLAIN(8),
  FAST_DIFF(8),
  ROW_INDEX(4),
  GZ(16),
  IN_MEMORY(4),
  ROW_BLOOM(8),
  /** Never cached; answers come from the file. */
  UNCACHED(8);

  private final int blockKilobytes;

  Family(int blockKilobytes) {
    this.blockKilobytes = blockKilobytes;
  }

  byte[] bytes() {
    return name().toLowerCase(Locale.ROOT).getBytes(UTF_8);
  }

  ColumnFamilyDescriptor descriptor() {
    ColumnFamilyDescriptorBuilder builder =
        ColumnFamilyDescriptorBuilder.newBuilder(bytes())
            .setBlocksize(blockKilobytes << 10)
            .setBloomFilterType(this == ROW_BLOOM ? BloomType.ROW : BloomType.NONE);
    return switch (this) {
      case PLAIN, ROW_BLOOM -> builder.build();
      case FAST_DIFF -> builder.setDataBlockEncoding(DataBlockEncoding.FAST_DIFF).build();
      case ROW_INDEX -> builder.setDataBlockEncoding(DataBlockEncoding.ROW_INDEX_V1).build();
      case GZ -> builder.setCompressionType(Compression.Algorithm.GZ).build();
      case IN_MEMORY -> builder.setInMemory(true).build();
      case UNCACHED -> builder.setBlockCacheEnabled(false).build();
    };
  }
}
