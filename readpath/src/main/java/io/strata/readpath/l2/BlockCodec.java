package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import io.strata.l2.memory.KeptMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.Objects;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.BlockType;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializer;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializerIdManager;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.nio.ByteBuff;
import org.jspecify.annotations.Nullable;

/**
 * Encodes HBase's blocks for slots, and decodes them without a copy. Thread-safe.
 *
 * <p>A slot holds the bytes of {@link HFileBlock#serialize}: the block as on disk, then {@link
 * HFileBlock#BLOCK_METADATA_SPACE} bytes (whether it has HBase checksums, its offset, the size of
 * the next block).
 *
 * <p>Costs: a hit allocates the block object, its buffer, the buffer's view and its reference
 * count. The block object is built from the two words beside the block ({@link BlockAttributes}),
 * so the block's bytes are not touched. The header is read only for a block that does not fit those
 * words: compressed, without checksums, or of 16 MB and more.
 */
final class BlockCodec {
  /** Identifier of the deserializer of HFile blocks, which nearly all blocks have. */
  private static final int HFILE_BLOCK = HFileBlock.BLOCK_DESERIALIZER.getDeserializerIdentifier();

  private static final int HEADER = HConstants.HFILEBLOCK_HEADER_SIZE;

  private final Allocators allocators = new Allocators();
  private final Contexts contexts;
  private final long stamp = new SecureRandom().nextLong();

  BlockCodec() {
    this(null);
  }

  /**
   * @param memory memory that outlives the process; null for other memory
   */
  BlockCodec(@Nullable KeptMemory memory) {
    this.contexts = new Contexts(memory);
  }

  /** Returns this codec's random id. Numbers of allocators are only valid with the same id. */
  long stamp() {
    return stamp;
  }

  /**
   * Returns the block as a source for the store, and retains it.
   *
   * @param offset offset of the block in its file, from its key
   */
  CacheableSource encode(Cacheable block, long offset, boolean inMemory) {
    int deserializer = block.getDeserializer().getDeserializerIdentifier();
    long second = BlockAttributes.second();
    if (!(block instanceof HFileBlock fileBlock)) {
      long first = BlockAttributes.first(block.getBlockType(), 0, deserializer, 0);
      return new CacheableSource(block, first, second, inMemory);
    }
    long first =
        BlockAttributes.first(
            fileBlock.getBlockType(),
            allocators.numberOf(fileBlock.getByteBuffAllocator()),
            deserializer,
            fileBlock.getOnDiskSizeWithHeader());
    ByteBuffer meta = ByteBuffer.allocate(HFileBlock.BLOCK_METADATA_SPACE);
    BlockFields fields =
        BlockFields.read(
            fileBlock.getBufferReadOnly(), ByteBuff.wrap(fileBlock.getMetaData(meta)), 0);
    int context = contextOf(fileBlock, fields, offset);
    if (context >= 0) {
      first = BlockAttributes.withNextSize(first, fields.nextSize());
      second = BlockAttributes.exact(second, fields, context);
    }
    return new CacheableSource(fileBlock, first, second, inMemory);
  }

  /** Returns the number of the block's context, or -1 if hits must read its header. */
  private int contextOf(HFileBlock block, BlockFields fields, long offset) {
    int length = block.getSerializedLength() - HFileBlock.BLOCK_METADATA_SPACE;
    return fields.checksums()
            && fields.onDiskSizeWithHeader() == block.getOnDiskSizeWithHeader()
            && fields.offset() == offset
            && fields.uncompressedSize() == length - HEADER
            && BlockAttributes.fits(fields)
        ? contexts.numberOf(fields.checksumCode(), fields.bytesPerChecksum())
        : -1;
  }

  /**
   * Returns the block in a slot. Its reference count takes over the caller's pin of the slot, which
   * is released when the count reaches zero.
   *
   * @param offset offset of the block in its file, from its key
   * @throws IOException if a block other than an HFileBlock cannot be deserialized; the caller
   *     keeps the pin
   */
  Cacheable decode(BlockStore<CacheableSource> store, int handle, long offset) throws IOException {
    SlotPin pin = new SlotPin(store, handle);
    ByteBuff bytes =
        store.isContiguous(handle)
            ? ByteBuff.wrap(new ByteBuffer[] {store.view(handle)}, pin)
            : ByteBuff.wrap(store.views(handle), pin);
    return decode(bytes, store.attributes(handle), store.stamp(handle), offset);
  }

  /** Returns the block of these bytes and words; it takes over the bytes' reference count. */
  Cacheable decode(ByteBuff bytes, long first, long second, long offset) throws IOException {
    if (BlockAttributes.deserializer(first) != HFILE_BLOCK) {
      CacheableDeserializer<Cacheable> deserializer =
          CacheableDeserializerIdManager.getDeserializer(BlockAttributes.deserializer(first));
      if (deserializer == null) {
        throw new IOException(
            "There is no deserializer " + BlockAttributes.deserializer(first) + ".");
      }
      return deserializer.deserialize(bytes, allocators.get(BlockAttributes.allocator(first)));
    }
    return BlockAttributes.isExact(second)
        ? fromWords(bytes, first, second, offset)
        : fromHeader(bytes, first);
  }

  /** Returns whether the words belong to an HFile block, as nearly all do. */
  static boolean isBlockOfFile(long first) {
    return BlockAttributes.deserializer(first) == HFILE_BLOCK;
  }

  /**
   * Returns an HFile block, decoded from its bytes alone, which another process may have written.
   * It takes over the bytes' reference count.
   *
   * @param allocator number of the block's allocator in this process
   * @throws IOException if this HBase does not know the block's type; the caller keeps the
   *     reference count
   */
  BlockFromFlash decodeAlone(ByteBuff bytes, int allocator, boolean readBefore, boolean inMemory)
      throws IOException {
    int length = bytes.limit() - HFileBlock.BLOCK_METADATA_SPACE;
    byte[] magic = ByteBuffer.allocate(BlockType.MAGIC_LENGTH).putLong(bytes.getLong(0)).array();
    BlockFields fields = BlockFields.read(bytes, bytes, length);
    return new BlockFromFlash(
        BlockType.parse(magic, 0, magic.length),
        fields,
        bytes.limit(length),
        contextOf(fields),
        allocators.get(allocator),
        readBefore,
        inMemory);
  }

  private HFileContext contextOf(BlockFields fields) {
    return fields.checksums()
        ? contexts.of(fields.checksumCode(), fields.bytesPerChecksum())
        : contexts.withoutChecksums();
  }

  private HFileBlock fromWords(ByteBuff bytes, long first, long second, long offset) {
    int length = bytes.limit() - HFileBlock.BLOCK_METADATA_SPACE;
    int onDiskSize = BlockAttributes.onDiskSize(first);
    return new HFileBlock(
        Objects.requireNonNull(BlockAttributes.type(first)),
        onDiskSize - HEADER,
        length - HEADER,
        BlockAttributes.previousOffset(second, offset),
        bytes.limit(length),
        HFileBlock.DONT_FILL_HEADER,
        offset,
        BlockAttributes.nextSize(first),
        onDiskSize - BlockAttributes.checksumBytes(second),
        contexts.get(BlockAttributes.context(second)),
        allocators.get(BlockAttributes.allocator(first)));
  }

  private HFileBlock fromHeader(ByteBuff bytes, long first) {
    int length = bytes.limit() - HFileBlock.BLOCK_METADATA_SPACE;
    BlockFields fields = BlockFields.read(bytes, bytes, length);
    return new HFileBlock(
        Objects.requireNonNull(BlockAttributes.type(first)),
        fields.onDiskSize(),
        fields.uncompressedSize(),
        fields.previousOffset(),
        bytes.limit(length),
        HFileBlock.DONT_FILL_HEADER,
        fields.offset(),
        fields.nextSize(),
        fields.onDiskDataSize(),
        contextOf(fields),
        allocators.get(BlockAttributes.allocator(first)));
  }
}
