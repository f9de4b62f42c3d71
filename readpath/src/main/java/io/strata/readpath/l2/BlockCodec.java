package io.strata.readpath.l2;

import io.strata.l2.BlockStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.hadoop.hbase.HConstants;
import org.apache.hadoop.hbase.io.hfile.Cacheable;
import org.apache.hadoop.hbase.io.hfile.CacheableDeserializerIdManager;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;
import org.apache.hadoop.hbase.io.hfile.HFileContext;
import org.apache.hadoop.hbase.nio.SingleByteBuff;

/**
 * From HBase's blocks to what a slot holds, and back without a copy. Thread-safe.
 *
 * <p>A slot holds what {@link HFileBlock#serialize} writes: the block as on disk, then {@link
 * HFileBlock#BLOCK_METADATA_SPACE} bytes (whether it has HBase checksums, its offset, the size of
 * the next block). A hit makes the block object, its buffer's view and reference count, and nothing
 * else: the header's fields are read where they lie.
 */
final class BlockCodec {
  /** The identifier of the deserializer of blocks of files, which are nearly all there is. */
  private static final int HFILE_BLOCK = HFileBlock.BLOCK_DESERIALIZER.getDeserializerIdentifier();

  // Where the fields of a block's header lie, in bytes; the header's format is part of the file
  // format, version 3.
  private static final int ON_DISK_SIZE = 8;
  private static final int UNCOMPRESSED_SIZE = 12;
  private static final int PREVIOUS_OFFSET = 16;
  private static final int CHECKSUM_TYPE = 24;
  private static final int BYTES_PER_CHECKSUM = 25;
  private static final int ON_DISK_DATA_SIZE = 29;

  // Where the fields of the metadata lie, in bytes from its beginning.
  private static final int META_OFFSET = 1;
  private static final int META_NEXT_SIZE = 9;

  private final Allocators allocators = new Allocators();
  private final Contexts contexts = new Contexts();

  /** The block as a source for the store, which retains it. */
  CacheableSource encode(Cacheable block, boolean inMemory) {
    int allocator = 0;
    int onDiskSize = 0;
    if (block instanceof HFileBlock fileBlock) {
      allocator = allocators.numberOf(fileBlock.getByteBuffAllocator());
      onDiskSize = fileBlock.getOnDiskSizeWithHeader();
    }
    int deserializer = block.getDeserializer().getDeserializerIdentifier();
    long attributes = Attributes.of(block.getBlockType(), allocator, deserializer, onDiskSize);
    return new CacheableSource(block, attributes, System.nanoTime(), inMemory);
  }

  /**
   * The block in a slot. Its reference count is the caller's pin of the slot, which is let go when
   * the count comes to zero.
   *
   * @throws IOException when a block of another kind cannot be deserialized; the pin is then still
   *     the caller's
   */
  Cacheable decode(BlockStore<CacheableSource> store, int handle) throws IOException {
    long attributes = store.attributes(handle);
    ByteBuffer view = store.view(handle);
    SlotPin pin = new SlotPin(store, handle);
    return Attributes.deserializer(attributes) == HFILE_BLOCK
        ? hfileBlock(attributes, view, pin)
        : CacheableDeserializerIdManager.getDeserializer(Attributes.deserializer(attributes))
            .deserialize(
                new SingleByteBuff(pin, view), allocators.get(Attributes.allocator(attributes)));
  }

  private HFileBlock hfileBlock(long attributes, ByteBuffer view, SlotPin pin) {
    int end = view.limit() - HFileBlock.BLOCK_METADATA_SPACE;
    boolean checksums = view.get(end) == 1;
    long offset = view.getLong(end + META_OFFSET);
    int nextBlockSize = view.getInt(end + META_NEXT_SIZE);
    int onDiskSize = view.getInt(ON_DISK_SIZE);
    HFileContext context;
    int onDiskDataSize;
    if (checksums) {
      context = contexts.of(view.get(CHECKSUM_TYPE), view.getInt(BYTES_PER_CHECKSUM));
      onDiskDataSize = view.getInt(ON_DISK_DATA_SIZE);
    } else {
      context = contexts.withoutChecksums();
      onDiskDataSize = onDiskSize + HConstants.HFILEBLOCK_HEADER_SIZE_NO_CHECKSUM;
    }
    return new HFileBlock(
        Objects.requireNonNull(Attributes.type(attributes)),
        onDiskSize,
        view.getInt(UNCOMPRESSED_SIZE),
        view.getLong(PREVIOUS_OFFSET),
        new SingleByteBuff(pin, view.limit(end)),
        HFileBlock.DONT_FILL_HEADER,
        offset,
        nextBlockSize,
        onDiskDataSize,
        context,
        allocators.get(Attributes.allocator(attributes)));
  }
}
