package io.strata.perf.flash.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.device.DeviceFile;
import io.strata.flash.index.FlashFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.FlashAddress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.io.hfile.HFileBlock;

/**
 * A ring without write-behind: the same header, checksum, index and file as Strata's, but each
 * block is written individually with direct I/O by the inserting thread, which waits for the write.
 * Blocks are aligned to the device's unit of writing. A baseline, for inserts only; new blocks
 * overwrite old ones.
 */
final class WriteThroughEngine implements Engine {
  /** The prefix of its file names. */
  static final String FILE = "through";

  private static final long SEQUENCE = 1;

  private final Blocks blocks;
  private final Path path;
  private final DeviceFile file;
  private final FlashIndex index;
  private final AtomicLong next = new AtomicLong();
  private final int slotBytes;
  private final int slotsPerRegion;
  private final int slots;
  private final int[] occupants;
  private final ThreadLocal<ByteBuffer> memory;

  WriteThroughEngine(Setup setup) throws IOException {
    this.blocks = setup.blocks();
    this.path = setup.files(FILE).get(0);
    int length = blocks.block(0).getSerializedLength();
    this.slotBytes =
        DeviceFile.roundUp(BlockHeader.totalBytes(blocks.file(0).getBytes(UTF_8).length, length));
    this.slotsPerRegion = FlashAddress.MAX_REGION_BYTES / slotBytes;
    this.slots = Math.toIntExact(setup.bytes() / slotBytes);
    this.occupants = new int[slots];
    this.index = new FlashIndex(slots, slots / slotsPerRegion + 1);
    this.memory = ThreadLocal.withInitial(() -> DeviceFile.allocate(slotBytes).bytes());
    this.file = DeviceFile.open(path, (long) slots * slotBytes);
  }

  @Override
  public boolean read(int number) {
    throw new UnsupportedOperationException("Only inserts are measured.");
  }

  @Override
  public void insert(int number) throws IOException {
    // There are fewer files than an index accepts.
    FlashFile flashFile = Objects.requireNonNull(index.files().acquire(blocks.file(number)));
    try {
      insert(flashFile, number);
    } finally {
      flashFile.release();
    }
  }

  private void insert(FlashFile flashFile, int number) throws IOException {
    long offset = blocks.offset(number);
    if (index.contains(flashFile, offset)) {
      return;
    }
    long turn = next.getAndIncrement();
    int slot = (int) (turn % slots);
    if (turn >= slots) {
      evict(slot);
    }
    ByteBuffer bytes = memory.get();
    describe(bytes, slot, number);
    file.write(bytes.duplicate().clear(), (long) slot * slotBytes);
    occupants[slot] = number;
    index.put(flashFile, offset, address(slot), 0, () -> false);
  }

  private void describe(ByteBuffer bytes, int slot, int number) {
    HFileBlock block = blocks.block(number);
    BlockHeader.describe(
        bytes,
        SEQUENCE,
        FlashAddress.position(address(slot)),
        blocks.file(number).getBytes(UTF_8),
        blocks.offset(number),
        block.getSerializedLength(),
        block.getOnDiskSizeWithHeader(),
        0,
        0);
    block.serialize(BlockHeader.stored(bytes), true);
    BlockHeader.seal(bytes);
  }

  private void evict(int slot) {
    int number = occupants[slot];
    FlashFile evicted = index.files().find(blocks.file(number));
    if (evicted != null) {
      index.remove(evicted, blocks.offset(number), address(slot));
    }
  }

  private long address(int slot) {
    return FlashAddress.of(slot / slotsPerRegion, slot % slotsPerRegion * slotBytes, slotBytes);
  }

  @Override
  public void awaitWritten() {
    // The thread that inserted a block has written it.
  }

  @Override
  public long blocks() {
    return index.count();
  }

  @Override
  public long lost(long inserted) {
    return inserted - next.get();
  }

  @Override
  public OptionalLong writtenBytes() {
    return OptionalLong.of(next.get() * slotBytes);
  }

  @Override
  public List<Path> files() {
    return List.of(path);
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
