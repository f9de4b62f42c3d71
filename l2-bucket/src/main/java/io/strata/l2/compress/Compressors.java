package io.strata.l2.compress;

import java.nio.ByteBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The compression algorithms that a store knows, and the form of a packed block. Immutable,
 * thread-safe.
 *
 * <pre>
 * byte  0          1                          4
 *      +----------+--------------------------+------------------+
 *      | algorithm| bytes of the raw block   | compressed bytes |
 *      +----------+--------------------------+------------------+
 * </pre>
 *
 * The prefix is part of the packed block wherever that lies, so that a process that compresses
 * otherwise, or not at all, still reads what another one left.
 */
public final class Compressors {
  /** Bytes before the compressed ones. */
  public static final int PREFIX_BYTES = Integer.BYTES;

  /** A packed block's raw bytes are fewer than this. */
  public static final int MAX_RAW_BYTES = 1 << 24;

  private static final int ID_SHIFT = 24;

  /** Of a store whose blocks are never packed. */
  public static final Compressors NONE = new Compressors(List.of());

  private final @Nullable BlockCompressor[] byId =
      new @Nullable BlockCompressor[Byte.MAX_VALUE + 1];
  private final List<BlockCompressor> all;

  /**
   * Knows these algorithms.
   *
   * @throws IllegalArgumentException when two have one id or one title, or an id is out of range
   */
  public Compressors(List<BlockCompressor> all) {
    for (BlockCompressor each : all) {
      if (each.id() < 1 || each.id() > Byte.MAX_VALUE || byId[each.id()] != null) {
        throw new IllegalArgumentException(
            "Compressor %s has the id %d: give each one of 1 to %d."
                .formatted(each.title(), each.id(), Byte.MAX_VALUE));
      }
      byId[each.id()] = each;
    }
    if (all.stream().map(BlockCompressor::title).distinct().count() < all.size()) {
      throw new IllegalArgumentException("Two compressors have one title.");
    }
    this.all = List.copyOf(all);
  }

  /** Returns the algorithms. */
  public List<BlockCompressor> all() {
    return all;
  }

  /** Returns how many bytes a packed block of so many raw bytes can have at most. */
  public static int maxPackedBytes(BlockCompressor by, int rawBytes) {
    return PREFIX_BYTES + by.maxCompressedBytes(rawBytes);
  }

  /**
   * Packs a block.
   *
   * @param raw direct, between position and limit, shorter than {@link #MAX_RAW_BYTES}
   * @param to direct, big-endian, with room for {@link #maxPackedBytes} from its position on
   * @return bytes of the packed block, which begins where the position of {@code to} was
   */
  public static int pack(BlockCompressor by, ByteBuffer raw, ByteBuffer to) {
    int from = to.position();
    to.putInt(by.id() << ID_SHIFT | raw.remaining());
    by.compress(raw, to);
    return to.position() - from;
  }

  /**
   * Returns the raw bytes of a packed block.
   *
   * @param packed big-endian, from its position on
   */
  public static int rawBytes(ByteBuffer packed) {
    return packed.getInt(packed.position()) & (MAX_RAW_BYTES - 1);
  }

  /**
   * Returns whether the block was packed by one of these algorithms.
   *
   * @param packed between position and limit
   */
  public boolean know(ByteBuffer packed) {
    int id = isWhole(packed) ? packed.get(packed.position()) : 0;
    return id > 0 && byId[id] != null;
  }

  private static boolean isWhole(ByteBuffer packed) {
    return packed.remaining() >= PREFIX_BYTES;
  }

  /**
   * Unpacks a block.
   *
   * @param packed direct, between position and limit
   * @param to direct, of just as many bytes as {@link #rawBytes} between position and limit
   * @throws IllegalArgumentException when it was not packed by one of these, or is damaged
   */
  public void unpack(ByteBuffer packed, ByteBuffer to) {
    if (!isWhole(packed)) {
      throw new IllegalArgumentException(
          "A packed block of %d bytes is damaged.".formatted(packed.remaining()));
    }
    int id = packed.get(packed.position());
    BlockCompressor by = id > 0 ? byId[id] : null;
    if (by == null || rawBytes(packed) != to.remaining()) {
      throw new IllegalArgumentException(
          "A packed block of algorithm %d and %d bytes cannot be unpacked into %d bytes."
              .formatted(id, rawBytes(packed), to.remaining()));
    }
    int begin = packed.position() + PREFIX_BYTES;
    by.decompress(packed.slice(begin, packed.limit() - begin), to);
  }
}
