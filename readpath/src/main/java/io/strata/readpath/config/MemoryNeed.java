package io.strata.readpath.config;

import io.strata.flash.index.FlashIndex;
import io.strata.flash.ring.Regions;
import io.strata.l2.index.FileTable;
import io.strata.readpath.compress.Algorithms;
import io.strata.readpath.compress.Dictionaries;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The memory that a RegionServer may take in total with its configuration: the formula of {@code
 * docs/MEMORY.md}. What an option bounds counts in full; what nothing bounds has an allowance.
 */
public final class MemoryNeed {
  private static final long MB = 1L << 20;

  /**
   * Threads of a RegionServer beside its handlers: HBase's own, the collector's, the compiler's.
   */
  private static final int OTHER_THREADS = 200;

  /** Only the touched part of a stack takes memory: about a quarter. */
  private static final int STACK_SHARE = 4;

  /** Bitmaps, card tables and remembered sets of G1. */
  private static final int COLLECTOR_SHARE = 12;

  private static final long NETWORK = 64 * MB;
  private static final long HEADROOM = 128 * MB;

  /**
   * Includes a page for each bucket of the off-heap tier, which its allocation takes in addition.
   */
  private static final int HEADROOM_SHARE = 64;

  private final long heap;
  private final long tier;
  private final long flash;
  private final long buffers;
  private final List<Part> parts;

  /**
   * A part of the sum.
   *
   * @param name what takes the memory
   * @param rule how it is calculated
   */
  public record Part(String name, String rule, long bytes) {}

  /**
   * Calculates the parts.
   *
   * @param tier bytes of direct memory of the off-heap tier
   * @param flash bytes of direct memory of the flash tier
   */
  MemoryNeed(SettingReader reader, MemoryLimits limits, long tier, long flash) {
    JvmMemory jvm = limits.jvm();
    this.heap = jvm.heap();
    this.tier = tier;
    this.flash = flash;
    this.buffers = new DirectMemory(reader).takenByHBase();
    int handlers = reader.get(HBaseKeys.HANDLERS);
    long threads = (long) handlers + OTHER_THREADS;
    this.parts =
        List.of(
            new Part(
                "heap",
                "`-Xmx`; it includes %s, and for the flash tier %s and %s"
                    .formatted(FileTable.heapRule(), FlashIndex.heapRule(), Regions.heapRule()),
                heap),
            new Part(
                "off-heap tier, with its index and the blocks in flight",
                "`hbase.bucketcache.size`, also in the files of `strata.offheap.path`; at most 64"
                    + " MB for an engine of files, 0 for mapped files",
                tier),
            new Part(
                "memory of the flash tier",
                "for each of `strata.flash.path` three times `strata.flash.region.size`, four times"
                    + " during recovery; 1 MB for each of"
                    + " `hbase.regionserver.handler.count`, at least 16 MB; and the index, by"
                    + " `strata.flash.size`, `hbase.blockcache.minblocksize` and"
                    + " `strata.flash.region.size`",
                flash),
            new Part(
                "native memory of compression",
                "with `%s` set to %s; with `%s`, in addition %s"
                    .formatted(
                        StrataKeys.COMPRESSION.name(),
                        Algorithms.nativeRule("`hbase.regionserver.handler.count`"),
                        StrataKeys.DICTIONARIES.name(),
                        Dictionaries.nativeRule()),
                Algorithms.maxNativeBytes(reader.get(StrataKeys.COMPRESSION), handlers)
                    + (reader.get(StrataKeys.DICTIONARIES) ? Dictionaries.maxNativeBytes() : 0)),
            new Part(
                "HBase's direct buffers",
                "`hbase.server.allocator.max.buffer.count` × `hbase.server.allocator.buffer.size`,"
                    + " and `hbase.regionserver.offheap.global.memstore.size`",
                buffers),
            new Part("buffers of the network library", megabytes(NETWORK), NETWORK),
            new Part(
                "classes",
                "`-XX:MaxMetaspaceSize`, or " + megabytes(JvmMemory.USUAL_METADATA),
                jvm.metadata()),
            new Part("compiled code", "`-XX:ReservedCodeCacheSize`", jvm.code()),
            new Part(
                "stacks",
                "1/%d of `-Xss` for each of `hbase.regionserver.handler.count` and %d other threads"
                    .formatted(STACK_SHARE, OTHER_THREADS),
                threads * jvm.stack() / STACK_SHARE),
            new Part(
                "the collector's tables",
                "1/%d of the heap".formatted(COLLECTOR_SHARE),
                heap / COLLECTOR_SHARE),
            new Part(
                "headroom for the JVM, the C library and the kernel",
                "%s, and 1/%d of heap, off-heap tier and memory of the flash tier"
                    .formatted(megabytes(HEADROOM), HEADROOM_SHARE),
                HEADROOM + (heap + tier + flash) / HEADROOM_SHARE));
  }

  /** Returns the parts of the sum, in the order of {@code docs/MEMORY.md}. */
  public List<Part> parts() {
    return parts;
  }

  /** Returns the sum in bytes: the memory limit for a container that runs only the RegionServer. */
  public long bytes() {
    return parts.stream().mapToLong(Part::bytes).sum();
  }

  /** Returns the bytes that the configuration sets explicitly: the heap and the direct memory. */
  long configuredBytes() {
    return heap + tier + flash + buffers;
  }

  /** Returns the limit that {@code -Xmx} sets, in bytes. */
  public long heap() {
    return heap;
  }

  /** Returns the bytes of direct memory of the off-heap tier; 0 if it is mapped. */
  public long tier() {
    return tier;
  }

  /** Returns the bytes of direct memory of the flash tier. */
  public long flash() {
    return flash;
  }

  /** Returns the bytes of direct memory that HBase's own buffers may grow to. */
  public long buffers() {
    return buffers;
  }

  /** Returns the parts and their sum on one line. */
  @Override
  public String toString() {
    return parts.stream()
        .map(part -> megabytes(part.bytes()) + " " + part.name())
        .collect(Collectors.joining(" + ", "", " = " + megabytes(bytes())));
  }

  private static String megabytes(long bytes) {
    return DirectMemory.megabytes(bytes) + " MB";
  }
}
