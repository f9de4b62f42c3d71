package io.strata.flash;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.admit.WearLimit;
import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.BlockHeader;
import io.strata.flash.layout.Place;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.read.BlockReader;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.read.ReadBuffers;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Appender;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.DeviceListener;
import io.strata.flash.ring.OpenRegion;
import io.strata.flash.ring.Regions;
import io.strata.flash.ring.Sequences;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Blocks by (file, offset) on one or more devices. Thread-safe.
 *
 * <p>What is offered is copied into the region that is open, in memory, and can be read from then
 * on; a full region is written in one piece, in the place of the oldest. Nothing here waits for a
 * device but a read of what lies there, and no lock is held over a copy or a read.
 */
public final class FlashStore implements AutoCloseable {
  private final FlashOptions options;
  private final FileNumbers files = new FileNumbers();
  private final FlashIndex index;
  private final Regions regions;
  private final List<Device> devices = new ArrayList<>();
  private final Sequences sequences = new Sequences();
  private final Appender appender = new Appender(sequences);
  private final Restarts restarts;
  private final ReadBuffers readBuffers;
  private final BlockReader reader;
  private final WearLimit wear;
  private final Counters counters = new Counters();
  private final int tagBytes;
  private volatile boolean closed;

  /**
   * Opens the files, and takes all memory.
   *
   * @throws IOException when a file cannot be made or used, with a message for people
   * @throws OutOfMemoryError when the process may not have as much direct memory
   */
  public FlashStore(FlashOptions options) throws IOException {
    this.options = options;
    this.tagBytes = options.encryption().isOn() ? BlockCipher.TAG_BYTES : 0;
    this.regions = new Regions(options.regions());
    this.readBuffers = new ReadBuffers(options.readBytes());
    this.reader = new BlockReader(readBuffers);
    this.wear = options.wear().limit();
    List<DeviceFile> opened = new ArrayList<>();
    try {
      // The disks are asked first: memory for more blocks than they hold need not be taken.
      for (DeviceSize each : options.files()) {
        opened.add(DeviceFile.open(each.path(), options.usedBytesOf(each)));
      }
      this.index = new FlashIndex(options.blocks(), options.regions());
      makeDevices(opened);
    } catch (IOException | RuntimeException | Error e) {
      for (DeviceFile each : opened) {
        each.close();
      }
      throw e;
    }
    this.restarts = new Restarts(options, devices, index, files, regions, sequences, this::report);
    devices.forEach(Device::start);
    restarts.start();
  }

  private void makeDevices(List<DeviceFile> opened) {
    int first = 0;
    for (int i = 0; i < opened.size(); i++) {
      int count = options.regionsOf(options.files().get(i));
      UUID store = options.restart().store();
      devices.add(
          new Device(
              opened.get(i),
              options.ring(),
              first,
              count,
              store,
              options.encryption(),
              regions,
              wear,
              new Events()));
      first += count;
    }
  }

  /** What devices tell the store. */
  private final class Events implements DeviceListener {
    @Override
    public void retired(int region) {
      index.removeRegion(region);
    }

    @Override
    public void ready(OpenRegion region) {
      appender.add(region);
    }

    @Override
    public void written(Device device) {
      restarts.written(device);
    }

    @Override
    public void failed(Device device, IOException cause) {
      report(
          new IOException(
              device.file().path()
                  + " cannot be used and is given up until it works again: "
                  + cause.getMessage(),
              cause));
    }

    @Override
    public void recovered(Device device) {
      report(new IOException(device.file().path() + " works again."));
    }
  }

  private void report(Throwable error) {
    try {
      options.onError().accept(error);
    } catch (RuntimeException | Error e) {
      // A handler that fails must cost neither a block nor a device.
    }
  }

  // ---- reading

  /**
   * Reads a block.
   *
   * @return the block, which the caller must release; or null when it is not there, cannot be read,
   *     or no buffer is free
   */
  public @Nullable FlashBlock get(String file, long offset) {
    int number = files.find(file);
    if (number == FileNumbers.NONE || closed) {
      return null;
    }
    FlashIndex.Found<Region> found = index.find(number, offset, regions::pin);
    if (found == null) {
      return null;
    }
    try {
      return read(file, number, offset, found);
    } finally {
      found.region().unpin();
    }
  }

  private @Nullable FlashBlock read(
      String file, int number, long offset, FlashIndex.Found<Region> found) {
    Device device = deviceOf(Place.region(found.place()));
    try {
      FlashBlock block =
          reader.read(
              device,
              found.region(),
              found.place(),
              file.getBytes(UTF_8),
              offset,
              found.readBefore());
      (block == null ? counters.noBuffer : counters.hits).increment();
      return block;
    } catch (IOException e) {
      giveUp(number, offset, found, e);
      return null;
    }
  }

  private void giveUp(int number, long offset, FlashIndex.Found<Region> found, IOException cause) {
    index.remove(number, offset, found.place());
    if (closed || found.region().isRetired()) {
      // It was given up before, and its place may be another's by now.
      return;
    }
    if (cause instanceof BlockReader.NoBlockException) {
      counters.damaged.increment();
    } else {
      counters.readErrors.increment();
      report(cause);
    }
  }

  private Device deviceOf(int region) {
    for (Device device : devices) {
      if (device.has(region)) {
        return device;
      }
    }
    throw new IllegalStateException("There is no region " + region + ".");
  }

  /** Whether a block is there, as far as the index knows. */
  public boolean contains(String file, long offset) {
    int number = files.find(file);
    return number != FileNumbers.NONE && index.contains(number, offset);
  }

  // ---- writing

  /** As {@link #offer(String, long, BlockSource, boolean)}, of a block that was read once. */
  public @Nullable Refusal offer(String file, long offset, BlockSource block) {
    return offer(file, offset, block, false);
  }

  /**
   * Offers a block, which is copied before this returns.
   *
   * @param readAgain whether the caller knows of more than one read of it: such blocks go first
   *     when more is offered than may be written to the devices
   * @return null when it is kept, or the reason why it is not
   */
  public @Nullable Refusal offer(String file, long offset, BlockSource block, boolean readAgain) {
    counters.offered.increment();
    Refusal refusal;
    try {
      refusal = write(file, offset, block, block.length(), readAgain);
    } catch (RuntimeException | Error e) {
      report(e);
      refusal = Refusal.WRITE_FAILED;
    }
    if (refusal != null) {
      counters.refuse(refusal);
    }
    return refusal;
  }

  private @Nullable Refusal write(
      String file, long offset, BlockSource block, int length, boolean readAgain) {
    byte[] name = file.getBytes(UTF_8);
    if (closed) {
      return Refusal.CLOSED;
    }
    if (length < 1) {
      throw new IllegalArgumentException("A block cannot have " + length + " bytes.");
    }
    if (name.length > BlockHeader.MAX_NAME_BYTES || length > options.ring().regionBytes()) {
      return Refusal.TOO_LARGE;
    }
    int bytes = BlockHeader.totalBytes(name.length, length + tagBytes);
    if (bytes > options.ring().regionBytes() - RegionHeader.BYTES) {
      return Refusal.TOO_LARGE;
    }
    int number = files.enter(file);
    if (index.contains(number, offset)) {
      return Refusal.ALREADY_CACHED;
    }
    if (!wear.take(bytes, readAgain)) {
      return Refusal.WEAR;
    }
    Appender.Reservation room = appender.reserve(bytes);
    if (room == null) {
      wear.giveBack(bytes);
      return Refusal.WRITERS_BEHIND;
    }
    try {
      copy(room, name, offset, block, length);
      return enter(number, offset, room, length);
    } catch (RuntimeException | Error e) {
      // What a source has written before it failed is not encrypted, and the region goes out.
      memoryOf(room).put(new byte[room.bytes()]);
      throw e;
    } finally {
      room.commit();
    }
  }

  private @Nullable Refusal enter(int number, long offset, Appender.Reservation room, int length) {
    long place = Place.of(room.open().number(), room.position(), room.bytes());
    FlashIndex.Added added = index.put(number, offset, place, room.open().region()::isRetired);
    if (added == FlashIndex.Added.YES) {
      counters.acceptedBytes.add(length);
      return null;
    }
    return added == FlashIndex.Added.FULL ? Refusal.INDEX_FULL : Refusal.DEVICE_FAILED;
  }

  private static ByteBuffer memoryOf(Appender.Reservation room) {
    return room.open().buffer().slice(room.position(), room.bytes());
  }

  private void copy(
      Appender.Reservation room, byte[] name, long offset, BlockSource block, int length) {
    ByteBuffer memory = memoryOf(room);
    Region region = room.open().region();
    BlockHeader.describe(
        memory,
        region.sequence(),
        room.position(),
        name,
        offset,
        length + tagBytes,
        block.attributes(),
        block.stamp());
    ByteBuffer stored = BlockHeader.stored(memory);
    block.writeTo(stored.slice(0, length));
    BlockCipher cipher = region.cipher();
    if (cipher != null) {
      cipher.encrypt(stored, region.sequence(), room.position(), BlockHeader.identity(memory));
    }
    BlockHeader.seal(memory);
  }

  // ---- evicting

  /** Forgets a block; says whether it was there. */
  public boolean evict(String file, long offset) {
    restarts.forget(file, offset);
    int number = files.find(file);
    return number != FileNumbers.NONE && index.remove(number, offset);
  }

  /** Forgets all blocks of a file at once; says whether it had any. */
  public boolean evictFile(String file) {
    restarts.forget(file);
    return files.forget(file);
  }

  /**
   * Files whose blocks were found again after the start, and for which nobody has asked since. They
   * may be gone by now.
   */
  public Set<String> restoredFiles() {
    return files.unasked();
  }

  /**
   * Forgets those of {@link #restoredFiles} that are gone.
   *
   * @param isGone whether a file does not exist any more
   * @return how many were
   */
  public int dropRestored(Predicate<String> isGone) {
    int dropped = 0;
    for (String each : restoredFiles()) {
      if (isGone.test(each) && evictFile(each)) {
        dropped++;
      }
    }
    return dropped;
  }

  // ---- looking on

  /** Figures of this moment. */
  public FlashStatistics statistics() {
    return new FlashStatistics(
        index.count(),
        counters.hits.sum(),
        counters.offered.sum(),
        counters.refused(),
        counters.acceptedBytes.sum(),
        devices.stream().mapToLong(Device::bytesWritten).sum(),
        counters.damaged.sum(),
        counters.readErrors.sum(),
        counters.noBuffer.sum(),
        devices.stream().mapToLong(Device::waitsForReaders).sum(),
        restarts.restoredBlocks(),
        restarts.restoringDevices(),
        (int) devices.stream().filter(Device::isFailed).count());
  }

  /** Blocks that were read and not released yet. */
  public int blocksInUse() {
    return readBuffers.inUse();
  }

  /**
   * Looks, while nothing happens, whether every buffer, pin and entry is where it should be.
   *
   * @return what is not, a sentence each
   */
  public List<String> audit() {
    List<String> wrong = new ArrayList<>();
    if (readBuffers.inUse() != 0) {
      wrong.add(readBuffers.inUse() + " blocks were read and not released.");
    }
    devices.forEach(device -> device.audit(wrong));
    index.audit(this::isReadable, wrong);
    return wrong;
  }

  private boolean isReadable(int number) {
    Region region = regions.get(number);
    return region != null && !region.isRetired();
  }

  // ---- ending

  /** Waits until all that can be found again after the start has been. */
  public void awaitRestored() throws InterruptedException {
    restarts.awaitRestored();
  }

  /** Waits until the devices have done what they were given before. */
  public void awaitQuiet() throws InterruptedException {
    for (Device device : devices) {
      device.awaitQuiet();
    }
  }

  /**
   * Writes what is in memory, and waits until it is written; a region is written as far as it is
   * filled. What is offered at the same time may or may not be among it.
   */
  public void flush() throws InterruptedException {
    appender.flush();
    awaitQuiet();
  }

  /**
   * Writes what is in memory, and closes the files. Of what is offered or read at the same time,
   * the offer may be lost, and the read finds nothing.
   */
  @Override
  public void close() throws IOException {
    closed = true;
    appender.close();
    devices.forEach(Device::stop);
    // After the last write, and while nobody else can have the files.
    restarts.close();
    closeFiles();
  }

  private void closeFiles() throws IOException {
    IOException failure = null;
    for (Device device : devices) {
      try {
        device.file().close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
