package io.strata.perf.flash.engine;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.device.DeviceFile;
import io.strata.flash.layout.BlockHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The disk alone, as the upper bound for an engine without overhead. A read reads as many bytes
 * with direct I/O as Strata would, at the address that the block would have, and ignores them. An
 * insert copies nothing; the one that completes a region writes a region of constant bytes.
 */
final class DiskEngine implements Engine {
  /** The prefix of its file names. */
  static final String FILE = "disk";

  private final Path path;
  private final DeviceFile file;
  private final int blockBytes;
  private final int readBytes;
  private final int regionBytes;
  private final int blocksOfRegion;
  private final int regions;
  private final ByteBuffer region;
  private final ThreadLocal<ByteBuffer> memory;
  private final AtomicLong inserted = new AtomicLong();
  private final AtomicLong written = new AtomicLong();

  DiskEngine(Setup setup) throws IOException {
    Blocks blocks = setup.blocks();
    this.path = setup.files(FILE).get(0);
    this.blockBytes =
        BlockHeader.totalBytes(
            blocks.file(0).getBytes(UTF_8).length, blocks.block(0).getSerializedLength());
    this.readBytes = DeviceFile.roundUp(blockBytes);
    this.regionBytes = setup.regionBytes();
    this.blocksOfRegion = regionBytes / blockBytes;
    this.regions = Math.toIntExact(setup.bytes() / regionBytes);
    this.region = DeviceFile.allocate(regionBytes).bytes();
    for (int i = 0; region.remaining() > blocks.bytes(); i++) {
      region.put(blocks.bytes(i).duplicate());
    }
    this.memory = ThreadLocal.withInitial(() -> DeviceFile.allocate(readBytes).bytes());
    this.file = DeviceFile.open(path, (long) regions * regionBytes);
  }

  private long position(long ofRegion) {
    return ofRegion % regions * regionBytes;
  }

  @Override
  public boolean read(int number) throws IOException {
    int begin = number % blocksOfRegion * blockBytes / DeviceFile.ALIGNMENT * DeviceFile.ALIGNMENT;
    int within = Math.min(begin, regionBytes - readBytes);
    file.read(memory.get().clear(), position(number / blocksOfRegion) + within);
    return true;
  }

  @Override
  public void insert(int number) throws IOException {
    long count = inserted.incrementAndGet();
    if (count % blocksOfRegion == 0) {
      write(count / blocksOfRegion - 1);
    }
  }

  private void write(long ofRegion) throws IOException {
    file.write(region.duplicate().clear(), position(ofRegion));
    written.addAndGet(regionBytes);
  }

  /** Writes the incomplete region, too. */
  @Override
  public void force() throws IOException, InterruptedException {
    if (inserted.get() % blocksOfRegion != 0) {
      write(inserted.get() / blocksOfRegion);
    }
    Engine.super.force();
  }

  @Override
  public void awaitWritten() {
    // The thread that completed a region has written it.
  }

  @Override
  public long blocks() {
    return Math.min(inserted.get(), (long) regions * blocksOfRegion);
  }

  @Override
  public long lost(long inserted) {
    return 0;
  }

  @Override
  public OptionalLong writtenBytes() {
    return OptionalLong.of(written.get());
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
