package io.strata.flash;

import io.strata.flash.FlashOptions.DeviceSize;
import io.strata.flash.admit.WriteRateLimiter;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.read.BlockFinder;
import io.strata.flash.read.FlashBlock;
import io.strata.flash.read.ReadBuffers;
import io.strata.flash.region.Region;
import io.strata.flash.reinsert.Reinserter;
import io.strata.flash.restart.FileOwners;
import io.strata.flash.ring.Appender;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.DeviceListener;
import io.strata.flash.ring.OpenRegion;
import io.strata.flash.ring.Regions;
import io.strata.flash.ring.Sequences;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A cache of blocks on one or more flash devices, by file name and offset. Thread-safe.
 *
 * <p>An insert copies the block into the open region in memory, where reads find it at once. A full
 * region is written in one sequential write over the oldest one. Only reads of blocks on a device
 * wait for a device. No lock is held during a copy or a read.
 */
public final class FlashStore implements AutoCloseable {
  /**
   * The usual limit of {@link #getRun} in bytes: some blocks of the usual size. A longer read gains
   * little of a device's bandwidth, and costs more when the extra blocks are not wanted.
   */
  public static final int RUN_BYTES = 256 << 10;

  private final FlashOptions options;
  private final FlashIndex index;
  private final FileNumbers files;
  private final FileOwners owners;
  private final Regions regions;
  private final List<Device> devices = new ArrayList<>();
  private final Sequences sequences = new Sequences();
  private final Appender appender = new Appender(sequences);
  private final StoreRecovery recovery;
  private final ReadBuffers readBuffers;
  private final BlockFinder finder;
  private final WriteRateLimiter writeRateLimiter;
  private final Inserter inserter;
  private final Reinserter reinserter;
  private final Counters counters = new Counters();

  /** Devices that are not closed yet. */
  private final AtomicInteger open = new AtomicInteger();

  private volatile boolean closed;

  /**
   * Opens the files and allocates all memory.
   *
   * @throws IOException if a file cannot be created or used; the message is for an operator
   * @throws OutOfMemoryError if the limit of direct memory is exceeded
   */
  public FlashStore(FlashOptions options) throws IOException {
    this.options = options;
    this.regions = new Regions(options.regions());
    this.readBuffers = new ReadBuffers(options.readBytes());
    this.writeRateLimiter = options.writeRate().newLimiter();
    List<DeviceFile> opened = new ArrayList<>();
    FlashIndex made = null;
    try {
      // Open the files first: an index for more blocks than the disks hold is not allocated.
      for (DeviceSize each : options.files()) {
        opened.add(DeviceFile.open(each.path(), options.usedBytesOf(each)));
      }
      made = new FlashIndex(options.blocks(), options.regions());
      this.index = made;
      this.files = made.files();
      this.owners = new FileOwners(files);
      makeDevices(opened);
    } catch (IOException | RuntimeException | Error e) {
      if (made != null) {
        made.close();
      }
      devices.forEach(Device::free);
      for (DeviceFile each : opened) {
        each.close();
      }
      throw e;
    }
    this.finder = new BlockFinder(files, index, regions, devices, readBuffers, this::report);
    this.inserter = new Inserter(options, files, index, appender, writeRateLimiter, counters);
    this.recovery =
        new StoreRecovery(options, devices, index, files, owners, regions, sequences, this::report);
    this.reinserter =
        new Reinserter(
            finder,
            index,
            regions,
            appender,
            writeRateLimiter,
            (int) (options.writeRate().reinsertedShare() * options.ring().regionBytes()),
            () -> recovery.restoringDevices() > 0,
            this::report);
    open.set(devices.size());
    opened.forEach(file -> file.limitations().forEach(each -> report(new IOException(each))));
    devices.forEach(Device::start);
    recovery.start();
  }

  private void makeDevices(List<DeviceFile> opened) {
    int first = 0;
    for (int i = 0; i < opened.size(); i++) {
      int count = options.regionsOf(options.files().get(i));
      devices.add(
          new Device(
              opened.get(i),
              options.ring(),
              first,
              count,
              options.restart().store(),
              options.encryption(),
              regions,
              writeRateLimiter,
              new Events()));
      first += count;
    }
  }

  /** Receives the events of the devices. */
  private final class Events implements DeviceListener {
    @Override
    public void retired(int region) {
      index.removeRegion(region);
    }

    @Override
    public void retiringNext(int region) {
      reinserter.add(region);
    }

    @Override
    public void ready(OpenRegion region) {
      appender.add(region);
    }

    @Override
    public void written(Device device, int bytes) {
      recovery.written(device, bytes);
    }

    @Override
    public void changed(IOException message) {
      report(message);
    }
  }

  private void report(Throwable error) {
    try {
      options.onError().accept(error);
    } catch (RuntimeException | Error e) {
      // A failing handler must not cost a block or a device.
    }
  }

  // ---- reading

  /** Reads a block and records the access, as {@link #get(String, long, boolean)}. */
  public @Nullable FlashBlock get(String file, long offset) {
    return get(file, offset, true);
  }

  /**
   * Reads a block.
   *
   * @param recordAccess whether to record the access, so that the block is reinserted before its
   *     region is overwritten; false for reads that predict no later read, such as a compaction's
   * @return the block, which the caller must release; null if it is absent or unreadable, or if no
   *     buffer is free
   */
  public @Nullable FlashBlock get(String file, long offset, boolean recordAccess) {
    return finder.get(file, offset, recordAccess);
  }

  /**
   * Reads a block and, in the same device read, the blocks stored directly behind it that follow it
   * in its file. A scan wants these next if the file's blocks were inserted in order. The blocks
   * share a buffer, which is in use until the last one is released. For a block that is still in
   * memory, no followers are returned.
   *
   * @param maxBytes to read, usually {@link #RUN_BYTES}; a larger block is read alone
   * @param recordAccess as in {@link #get(String, long, boolean)}, for all blocks
   * @return the requested block and its followers in order, each of which the caller must release;
   *     empty if the first block is absent or unreadable, or if no buffer is free
   */
  public List<FlashBlock> getRun(String file, long offset, int maxBytes, boolean recordAccess) {
    return finder.getRun(file, offset, maxBytes, recordAccess);
  }

  /**
   * Reads a block without recording the access, counting a hit or removing its file from {@link
   * #restoredFiles}.
   */
  public @Nullable FlashBlock getQuietly(String file, long offset) {
    return finder.getQuietly(file, offset);
  }

  /** Returns whether the index has the block. */
  public boolean contains(String file, long offset) {
    FlashFile known = files.find(file);
    return known != null && index.contains(known, offset);
  }

  /**
   * Returns the bytes that a block takes in its file: 0 if {@link BlockSource#bytesInFile} did not
   * tell, {@link FlashIndex#ABSENT} if the index does not have the block.
   */
  public int bytesInFile(String file, long offset) {
    FlashFile known = files.find(file);
    return known == null ? FlashIndex.ABSENT : index.bytesInFile(known, offset);
  }

  // ---- writing

  /** Inserts a block that was read once, as {@link #insert(String, long, BlockSource, boolean)}. */
  public @Nullable Rejection insert(String file, long offset, BlockSource block) {
    return insert(file, offset, block, false);
  }

  /**
   * Inserts a block. The block is copied before this returns.
   *
   * @param readAgain whether more than one read of the block is known; such blocks have priority
   *     when the write rate is limited
   * @return null if the block is kept, else the reason for its rejection
   */
  public @Nullable Rejection insert(
      String file, long offset, BlockSource block, boolean readAgain) {
    counters.inserts.increment();
    Rejection rejection;
    try {
      rejection = closed ? Rejection.CLOSED : inserter.insert(file, offset, block, readAgain);
    } catch (RuntimeException | Error e) {
      report(e);
      rejection = Rejection.WRITE_FAILED;
    }
    if (rejection != null) {
      counters.reject(rejection);
    }
    return rejection;
  }

  // ---- evicting

  /**
   * Removes a block from the index. Its copy on the device stays: if the process is killed before
   * the next snapshot, a warm restart may restore the block, as the current version if no newer one
   * reached the device. After a clean {@link #close} it is not restored.
   *
   * @return whether the block was present
   */
  public boolean evict(String file, long offset) {
    recovery.addTombstone(file, offset);
    FlashFile known = files.find(file);
    return known != null && index.remove(known, offset);
  }

  /**
   * Removes all blocks of a file. All of them become invisible at once. The cost is proportional to
   * the number of the file's blocks. As with {@link #evict}, the restart of a killed process may
   * restore them; a caller that evicts deleted files calls {@link #dropRestored} after each start.
   *
   * @return whether the file had blocks
   */
  public boolean evictFile(String file) {
    recovery.addTombstone(file);
    return index.removeFile(file) > 0;
  }

  /**
   * Removes the blocks of a file that begin in a range. The cost is proportional to the number of
   * the file's blocks. Blocks that recovery has not restored yet are not removed.
   *
   * @param from the first offset
   * @param to the last offset, inclusive
   * @return the number of blocks removed
   */
  public int evictRange(String file, long from, long to) {
    return index.removeRange(file, from, to);
  }

  /**
   * Returns the files whose blocks were restored and that have not been requested since. They may
   * be deleted by now.
   */
  public Set<String> restoredFiles() {
    return files.unrequested();
  }

  /**
   * Removes the blocks of those {@link #restoredFiles} that are deleted.
   *
   * @param isGone whether a file no longer exists
   * @return the number of files removed
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

  /**
   * Sets the write-rate limit of all devices together, from now on.
   *
   * @param bytes per second; 0 for no limit
   */
  public void setWriteRate(long bytes) {
    writeRateLimiter.setRate(bytes);
  }

  // ---- inspection

  /** Returns the current statistics. */
  public FlashStatistics statistics() {
    return new FlashStatistics(
        index.count(),
        finder.counters().hits(),
        counters.inserts.sum(),
        counters.rejected(),
        counters.acceptedBytes.sum(),
        reinserter.reinsertedBytes(),
        devices.stream().mapToLong(Device::bytesWritten).sum(),
        devices.stream().mapToLong(Device::snapshotBytes).sum(),
        finder.counters().damaged(),
        finder.counters().readErrors(),
        finder.counters().noBuffer(),
        devices.stream().mapToLong(Device::waitsForReaders).sum(),
        recovery.restoredBlocks(),
        recovery.restoringDevices(),
        (int) devices.stream().filter(Device::isFailed).count());
  }

  /** Returns the names of the files that have blocks. */
  public Set<String> files() {
    return files.names();
  }

  /** Returns the number of blocks of a file. */
  public long blocksOf(String file) {
    return index.usage(file).blocks();
  }

  /**
   * Returns the bytes that the cached blocks of a file take in that file. A block whose size there
   * is unknown counts with its size here.
   */
  public long bytesOf(String file) {
    return index.usage(file).bytes();
  }

  /** Returns the owners of the files, which warm restarts restore. */
  public FileOwners owners() {
    return owners;
  }

  /** Returns whether an insert replaces another block, on every working device. */
  public boolean isFull() {
    return devices.stream().allMatch(device -> device.isFailed() || device.isFull());
  }

  /** Returns {@link FlashOptions#readableBytes}. */
  public long readableBytes() {
    return options.readableBytes();
  }

  /** Returns the configured size of all files together, in bytes. */
  public long maxBytes() {
    return options.files().stream().mapToLong(DeviceSize::bytes).sum();
  }

  /** Returns the bytes of all regions in use so far, of all files. Visits each region. */
  public long usedBytes() {
    return (long) regions.countBegun() * options.ring().regionBytes();
  }

  /** Returns the files of devices that are currently out of service. */
  public List<Path> failedDevices() {
    return devices.stream().filter(Device::isFailed).map(each -> each.file().path()).toList();
  }

  /** Returns whether the next start restores the blocks. */
  public boolean isWarm() {
    return options.restart().warm();
  }

  /** Returns the number of read buffers whose blocks are not all released yet. */
  public int blocksInUse() {
    return readBuffers.inUse();
  }

  /**
   * Checks that every buffer, pin and entry is where it should be. Call it while the store is idle.
   *
   * @return one sentence for each inconsistency
   */
  public List<String> audit() {
    List<String> wrong = new ArrayList<>();
    if (readBuffers.inUse() != 0) {
      wrong.add(readBuffers.inUse() + " read buffers hold blocks that were not released.");
    }
    devices.forEach(device -> device.audit(wrong));
    index.audit(this::isReadable, wrong);
    return wrong;
  }

  private boolean isReadable(int number) {
    Region region = regions.get(number);
    return region != null && !region.isRetired();
  }

  // ---- closing

  /** Waits until recovery has ended on all devices. */
  public void awaitRestored() throws InterruptedException {
    recovery.awaitRestored(Long.MAX_VALUE);
  }

  /** Waits until recovery has ended, at most {@code millis}. Returns whether it has. */
  public boolean awaitRestored(long millis) throws InterruptedException {
    return recovery.awaitRestored(millis);
  }

  /** Waits until the devices have done all work that was submitted before the call. */
  public void awaitQuiet() throws InterruptedException {
    long before;
    do {
      before = reinserter.regionsAdded();
      reinserter.awaitQuiet();
      for (Device device : devices) {
        device.awaitQuiet();
      }
      // A device may have announced regions to retire, whose blocks are reinserted.
    } while (reinserter.regionsAdded() != before);
  }

  /**
   * Writes the regions in memory, partly filled ones too, and waits until they are written.
   * Concurrent inserts may or may not be included.
   */
  public void flush() throws InterruptedException {
    appender.flush();
    awaitQuiet();
  }

  /**
   * Writes the regions in memory, closes the files and frees the memory. A concurrent insert may be
   * lost; a concurrent read finds nothing. A block that was read keeps its buffer until it is
   * released. Waits at most twice {@link io.strata.flash.ring.RingOptions#closeMillis}; a device
   * that has not answered by then is reported, and closed when it answers.
   *
   * @throws IOException if a file cannot be closed
   */
  @Override
  public void close() throws IOException {
    closed = true;
    finder.close();
    long millis = options.ring().closeMillis();
    reinserter.close(millis);
    appender.close();
    new DeviceCloser(millis, this::report).close(devices, this::end);
  }

  private void end(Device device) throws IOException {
    try {
      device.stop();
      // After the last write, and while the file is still locked against other stores.
      recovery.close(device);
      device.file().close();
    } finally {
      device.free();
      // A device that hangs still has its snapshot to write.
      if (open.decrementAndGet() == 0) {
        appender.releaseAll();
        index.close();
        readBuffers.close();
      }
    }
  }
}
