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
 * Blocks by (file, offset) on one or more devices. Thread-safe.
 *
 * <p>What is offered is copied into the region that is open, in memory, and can be read from then
 * on; a full region is written in one piece, in the place of the oldest. Nothing here waits for a
 * device but a read of what lies there, and no lock is held over a copy or a read.
 */
public final class FlashStore implements AutoCloseable {
  /**
   * How much {@link #getRun} reads usually: some blocks of the usual size. Beyond that a device has
   * reached most of its speed, and what is read for nothing, when no more is wanted, costs more.
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
  private final StoreRecovery restarts;
  private final ReadBuffers readBuffers;
  private final BlockFinder finder;
  private final WriteRateLimiter wear;
  private final Offers offers;
  private final Reinserter reinserter;
  private final Counters counters = new Counters();

  /** Devices that were not closed yet. */
  private final AtomicInteger open = new AtomicInteger();

  private volatile boolean closed;

  /**
   * Opens the files, and takes all memory.
   *
   * @throws IOException when a file cannot be made or used, with a message for people
   * @throws OutOfMemoryError when the process may not have as much direct memory
   */
  public FlashStore(FlashOptions options) throws IOException {
    this.options = options;
    this.regions = new Regions(options.regions());
    this.readBuffers = new ReadBuffers(options.readBytes());
    this.wear = options.wear().limit();
    List<DeviceFile> opened = new ArrayList<>();
    FlashIndex made = null;
    try {
      // The disks are asked first: memory for more blocks than they hold need not be taken.
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
    this.offers = new Offers(options, files, index, appender, wear, counters);
    this.restarts =
        new StoreRecovery(options, devices, index, files, owners, regions, sequences, this::report);
    this.reinserter =
        new Reinserter(
            finder,
            index,
            regions,
            appender,
            wear,
            (int) (options.wear().reinsertedShare() * options.ring().regionBytes()),
            () -> restarts.restoringDevices() > 0,
            this::report);
    open.set(devices.size());
    opened.forEach(file -> file.whatItLacks().forEach(each -> report(new IOException(each))));
    devices.forEach(Device::start);
    restarts.start();
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
    public void nearing(int region) {
      reinserter.add(region);
    }

    @Override
    public void ready(OpenRegion region) {
      appender.add(region);
    }

    @Override
    public void written(Device device, int bytes) {
      restarts.written(device, bytes);
    }

    @Override
    public void changed(IOException said) {
      report(said);
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

  /** As {@link #get(String, long, boolean)}, marking the block as read. */
  public @Nullable FlashBlock get(String file, long offset) {
    return get(file, offset, true);
  }

  /**
   * Reads a block.
   *
   * @param mark whether the block is marked as read, so that it is written again before its region
   *     is overwritten; not for reads that say nothing of later ones, such as a compaction's
   * @return the block, which the caller must release; or null when it is not there, cannot be read,
   *     or no buffer is free
   */
  public @Nullable FlashBlock get(String file, long offset, boolean mark) {
    return finder.get(file, offset, mark);
  }

  /**
   * Reads a block, and with the same read of the device those that lie directly behind it and
   * follow it in its file: what a scan wants next, when the blocks of the file were offered in
   * their order. They share a buffer, which is in use until the last of them is released. Of a
   * block that is in memory still, none that follow are given.
   *
   * @param maxBytes to read, {@link #RUN_BYTES} usually; a block that is larger is read alone
   * @param mark as of {@link #get(String, long, boolean)}, for all of them
   * @return the block that was asked for and those that follow it, in their order, each of which
   *     the caller must release; none when the first is not there, cannot be read, or no buffer is
   *     free
   */
  public List<FlashBlock> getRun(String file, long offset, int maxBytes, boolean mark) {
    return finder.getRun(file, offset, maxBytes, mark);
  }

  /** As {@link #get}, but no read: counts no hit, marks no block, keeps {@link #restoredFiles}. */
  public @Nullable FlashBlock getQuietly(String file, long offset) {
    return finder.getQuietly(file, offset);
  }

  /** Whether a block is there, as far as the index knows. */
  public boolean contains(String file, long offset) {
    FlashFile known = files.find(file);
    return known != null && index.contains(known, offset);
  }

  /**
   * Bytes that a block takes in its file, as far as the index knows: 0 when {@link
   * BlockSource#bytesInFile} did not tell, {@link FlashIndex#ABSENT} when the block is not there.
   */
  public int bytesInFile(String file, long offset) {
    FlashFile known = files.find(file);
    return known == null ? FlashIndex.ABSENT : index.bytesInFile(known, offset);
  }

  // ---- writing

  /** As {@link #offer(String, long, BlockSource, boolean)}, of a block that was read once. */
  public @Nullable Rejection offer(String file, long offset, BlockSource block) {
    return offer(file, offset, block, false);
  }

  /**
   * Offers a block, which is copied before this returns.
   *
   * @param readAgain whether the caller knows of more than one read of it: such blocks go first
   *     when more is offered than may be written to the devices
   * @return null when it is kept, or the reason why it is not
   */
  public @Nullable Rejection offer(String file, long offset, BlockSource block, boolean readAgain) {
    counters.offered.increment();
    Rejection rejection;
    try {
      rejection = closed ? Rejection.CLOSED : offers.offer(file, offset, block, readAgain);
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
   * Forgets a block; says whether it was there. What it leaves on its device is not touched: when
   * the process is killed before the next snapshot is written, a warm restart may find the block
   * again, and as long as no newer version reached the device it is the one that is found. A clean
   * {@link #close} leaves none to be found.
   */
  public boolean evict(String file, long offset) {
    restarts.forget(file, offset);
    FlashFile known = files.find(file);
    return known != null && index.remove(known, offset);
  }

  /**
   * Forgets all blocks of a file; says whether it had any. None is found from the moment on in
   * which the first is gone; the cost lies in the file's blocks. As with {@link #evict}, a killed
   * process may find them again. Who evicts a file since it is gone calls {@link #dropRestored}
   * after each start: then they are recognised.
   */
  public boolean evictFile(String file) {
    restarts.forget(file);
    return index.removeFile(file) > 0;
  }

  /**
   * Forgets the blocks of a file that begin in a range. The cost lies in the file's blocks. Of
   * blocks that are still being found again after the start, it forgets none.
   *
   * @param from the first offset
   * @param to the last offset, inclusive
   * @return how many there were
   */
  public int evictRange(String file, long from, long to) {
    return index.removeRange(file, from, to);
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

  /**
   * Lets so much be written to the devices together from now on.
   *
   * @param bytes a second; 0 for no limit
   */
  public void setWriteRate(long bytes) {
    wear.setRate(bytes);
  }

  // ---- looking on

  /** Figures of this moment. */
  public FlashStatistics statistics() {
    return new FlashStatistics(
        index.count(),
        finder.counters().hits(),
        counters.offered.sum(),
        counters.rejected(),
        counters.acceptedBytes.sum(),
        reinserter.reinsertedBytes(),
        devices.stream().mapToLong(Device::bytesWritten).sum(),
        devices.stream().mapToLong(Device::snapshotBytes).sum(),
        finder.counters().damaged(),
        finder.counters().readErrors(),
        finder.counters().noBuffer(),
        devices.stream().mapToLong(Device::waitsForReaders).sum(),
        restarts.restoredBlocks(),
        restarts.restoringDevices(),
        (int) devices.stream().filter(Device::isFailed).count());
  }

  /** The names of the files that have blocks. */
  public Set<String> files() {
    return files.names();
  }

  /** How many blocks a file has. */
  public long blocksOf(String file) {
    return index.held(file).blocks();
  }

  /**
   * Bytes that the blocks of a file which are there take in that file. Of those of which that is
   * not known, it is the bytes that they take here.
   */
  public long bytesOf(String file) {
    return index.held(file).bytes();
  }

  /** Whose the files are, which warm restarts know again. */
  public FileOwners owners() {
    return owners;
  }

  /** Whether another block takes the place of one that is there, on whatever device. */
  public boolean isFull() {
    return devices.stream().allMatch(device -> device.isFailed() || device.isFull());
  }

  /** As {@link FlashOptions#readableBytes}. */
  public long readableBytes() {
    return options.readableBytes();
  }

  /** Bytes that the files may take together. */
  public long maxBytes() {
    return options.files().stream().mapToLong(DeviceSize::bytes).sum();
  }

  /** Bytes of regions that were begun, of all files; looks at each region. */
  public long usedBytes() {
    return (long) regions.countBegun() * options.ring().regionBytes();
  }

  /** The files of devices that are given up at the moment. */
  public List<Path> failedDevices() {
    return devices.stream().filter(Device::isFailed).map(each -> each.file().path()).toList();
  }

  /** Whether the next start finds the blocks again. */
  public boolean isWarm() {
    return options.restart().warm();
  }

  /** Buffers whose blocks were read and not all released yet. */
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
      wrong.add(readBuffers.inUse() + " buffers have blocks that were not released.");
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
    restarts.awaitRestored(Long.MAX_VALUE);
  }

  /**
   * As {@link #awaitRestored()}, but no longer than so many milliseconds; says whether it has been.
   */
  public boolean awaitRestored(long millis) throws InterruptedException {
    return restarts.awaitRestored(millis);
  }

  /** Waits until the devices have done what they were given before. */
  public void awaitQuiet() throws InterruptedException {
    long before;
    do {
      before = reinserter.regionsAdded();
      reinserter.awaitQuiet();
      for (Device device : devices) {
        device.awaitQuiet();
      }
      // A device that went on may have told of regions, whose blocks are written to devices again.
    } while (reinserter.regionsAdded() != before);
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
   * Writes what is in memory, closes the files, and gives the memory back to the process. Of what
   * is offered or read at the same time, the offer may be lost, and the read finds nothing. A block
   * that was read keeps its buffer until it is released. Waits for devices no longer than {@link
   * io.strata.flash.ring.RingOptions#closeMillis}; a device that has not answered by then is
   * reported, and closed when it does answer.
   *
   * @throws IOException when a file cannot be closed
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
      // After the last write, and while no other store can have the file.
      restarts.close(device);
      device.file().close();
    } finally {
      device.free();
      // A device that hangs has its snapshot to write yet.
      if (open.decrementAndGet() == 0) {
        appender.giveBack();
        index.close();
        readBuffers.close();
      }
    }
  }
}
