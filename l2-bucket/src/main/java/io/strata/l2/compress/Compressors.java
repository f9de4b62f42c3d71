package io.strata.l2.compress;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compression algorithms that a store knows, and the format of a packed block. Immutable,
 * thread-safe.
 *
 * <pre>
 * byte  0          1                          4
 *      +----------+--------------------------+------------------+
 *      | algorithm| bytes of the raw block   | compressed bytes |
 *      +----------+--------------------------+------------------+
 * </pre>
 *
 * The prefix is stored with the packed block in every tier, so a process with another compression
 * setting, or none, can still read it.
 */
public final class Compressors {
  /** Length of the prefix. */
  public static final int PREFIX_BYTES = Integer.BYTES;

  /** Exclusive maximum of a packed block's raw length. */
  public static final int MAX_RAW_BYTES = 1 << 24;

  private static final int ID_SHIFT = 24;

  /** No algorithms; for a store whose blocks are never packed. */
  public static final Compressors NONE = new Compressors(List.of());

  private final @Nullable BlockDecompressor[] byId =
      new @Nullable BlockDecompressor[Byte.MAX_VALUE + 1];

  /**
   * Creates the set of these algorithms.
   *
   * @throws IllegalArgumentException if two have the same id or title, or an id is out of range
   */
  public Compressors(List<? extends BlockDecompressor> all) {
    for (BlockDecompressor each : all) {
      if (each.id() < 1 || each.id() > Byte.MAX_VALUE || byId[each.id()] != null) {
        throw new IllegalArgumentException(
            "Compressor %s: id %d is taken or out of range. Use a unique id of 1 to %d."
                .formatted(each.title(), each.id(), Byte.MAX_VALUE));
      }
      byId[each.id()] = each;
    }
    if (all.stream().map(BlockDecompressor::title).distinct().count() < all.size()) {
      throw new IllegalArgumentException("Two compressors have the same title.");
    }
  }

  /** Returns the maximum length of a packed block with this many raw bytes. */
  public static int maxPackedBytes(BlockCompressor by, int rawBytes) {
    return PREFIX_BYTES + by.maxCompressedBytes(rawBytes);
  }

  /**
   * Packs a block.
   *
   * @param raw direct, between position and limit, shorter than {@link #MAX_RAW_BYTES}
   * @param to direct, big-endian, with {@link #maxPackedBytes} remaining
   * @return the length of the packed block, which begins at the initial position of {@code to}
   */
  public static int pack(BlockCompressor by, ByteBuffer raw, ByteBuffer to) {
    int from = to.position();
    putPrefix(by.id(), raw.remaining(), to);
    by.compress(raw, to);
    return to.position() - from;
  }

  /** Writes the prefix of a packed block, and advances the buffer's position past it. */
  public static void putPrefix(int algorithm, int rawBytes, ByteBuffer to) {
    to.putInt(algorithm << ID_SHIFT | rawBytes);
  }

  /**
   * Returns the raw length of a packed block.
   *
   * @param packed big-endian, from its position
   */
  public static int rawBytes(ByteBuffer packed) {
    return packed.getInt(packed.position()) & (MAX_RAW_BYTES - 1);
  }

  /**
   * Returns whether one of these algorithms packed the block, and this process can unpack it.
   *
   * @param packed between position and limit
   */
  public boolean know(ByteBuffer packed) {
    int id = isWhole(packed) ? packed.get(packed.position()) : 0;
    BlockDecompressor by = id > 0 ? byId[id] : null;
    return by != null && by.canDecompress(compressed(packed));
  }

  private static boolean isWhole(ByteBuffer packed) {
    return packed.remaining() >= PREFIX_BYTES;
  }

  /**
   * Unpacks a block.
   *
   * @param packed direct, between position and limit
   * @param to direct, with exactly {@link #rawBytes} remaining
   * @throws IllegalArgumentException if none of these algorithms packed it, or it is damaged
   */
  public void unpack(ByteBuffer packed, ByteBuffer to) {
    if (!isWhole(packed)) {
      throw new IllegalArgumentException(
          "Packed block of %d bytes is damaged.".formatted(packed.remaining()));
    }
    int id = packed.get(packed.position());
    BlockDecompressor by = id > 0 ? byId[id] : null;
    if (by == null || rawBytes(packed) != to.remaining()) {
      throw new IllegalArgumentException(
          "A packed block of algorithm %d and %d bytes cannot be unpacked into %d bytes."
              .formatted(id, rawBytes(packed), to.remaining()));
    }
    by.decompress(compressed(packed), to);
  }

  private static ByteBuffer compressed(ByteBuffer packed) {
    int begin = packed.position() + PREFIX_BYTES;
    return packed.slice(begin, packed.limit() - begin);
  }
}
