package io.strata.flash.ring;

import io.strata.flash.admit.WriteRateLimiter;
import io.strata.flash.crypt.BlockCipher;
import io.strata.flash.crypt.Encryption;
import io.strata.flash.device.DeviceFile;
import io.strata.flash.layout.RegionHeader;
import io.strata.flash.memory.DirectMemory;
import io.strata.flash.region.Region;
import io.strata.flash.region.RegionBuffer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A ring of regions on one device, and the thread that writes them over the oldest. Thread-safe.
 *
 * <p>The device has a few buffers. For each free buffer, the thread opens the next region of the
 * ring and passes it to the {@link DeviceListener} to be filled. A full region comes back to be
 * written, and frees its buffer. So a faster device opens more regions and gets its share of the
 * blocks, and no device waits for another.
 *
 * <p>A region is retired {@code margin} regions before its space is overwritten. From then on it
 * cannot be pinned, so most readers have released it by the time it is overwritten. The thread
 * waits for the rest.
 *
 * <pre>
 *      ... | on the device | on the device | retired | retired | open | open | on the device | ...
 *                            the oldest                                        the newest
 * </pre>
 *
 * <h2>Failure</h2>
 *
 * <p>When a write or several consecutive reads fail, the device goes out of service and all its
 * regions are retired, including those in memory. The thread periodically reopens the file and
 * probes the region where the device failed. When data written there can be read back, the ring
 * continues from there. An exception in the thread takes the device out of service but does not end
 * the thread.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * <p>Only the thread opens, retires and writes regions, so these steps need no ordering. A region
 * may be retired while it is still filled, because the device failed or the ring wrapped around a
 * slow writer; it is not written, since its space belongs to another region by then.
 *
 * <p>{@link #free} frees the memory after the thread has ended. Tasks that arrive later come from
 * threads that were still copying or reading, and run on those threads: they add the task and then
 * check {@code ended}, which is set before the queue is emptied. So one of the two runs the task,
 * under a lock. The memory of a region is freed at the last use of its buffer.
 */
public final class Device {
  private static final long UNREAD_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

  private final DeviceFile file;
  private final RingOptions options;
  private final int firstRegion;
  private final int regionCount;
  private final UUID store;
  private final UUID writer = UUID.randomUUID();
  private final @Nullable BlockCipher cipher;
  private final long keyCheck;
  private final Regions regions;
  private final WriteRateLimiter writeRateLimiter;
  private final DeviceListener listener;
  private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final Thread thread;
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder snapshotBytes = new LongAdder();
  private final LongAdder waitsForReaders = new LongAdder();
  private final AtomicInteger readFailures = new AtomicInteger();

  /** Memory that waits until the device works again. Used only by the thread until it has ended. */
  private final List<ByteBuffer> spare = new ArrayList<>();

  /** All memory of the device that is not freed. Changed only by {@link #free}. */
  private final IdentityHashMap<ByteBuffer, DirectMemory> memories = new IdentityHashMap<>();

  private int nextRegion;
  private long nextProbe;
  private boolean begun;

  private volatile boolean failed;
  private volatile boolean closed;
  private volatile boolean ended;

  /**
   * @param firstRegion the number of the device's first region, among the regions of all devices
   * @param regionCount the number of regions in the file
   * @param writeRateLimiter charged here for headers and padding; a thread that fills a region
   *     charges its blocks
   */
  public Device(
      DeviceFile file,
      RingOptions options,
      int firstRegion,
      int regionCount,
      UUID store,
      Encryption encryption,
      Regions regions,
      WriteRateLimiter writeRateLimiter,
      DeviceListener listener) {
    this.file = file;
    this.options = options;
    this.firstRegion = firstRegion;
    this.regionCount = regionCount;
    this.store = store;
    this.cipher = encryption.cipherOf(writer);
    this.keyCheck = encryption.checkOf(writer);
    this.regions = regions;
    this.writeRateLimiter = writeRateLimiter;
    this.listener = listener;
    this.thread = new Thread(this::run, "strata-flash-" + firstRegion);
    thread.setDaemon(true);
    try {
      for (int i = 0; i < options.buffersPerDevice(); i++) {
        DirectMemory memory = DeviceFile.allocate(options.regionBytes());
        memories.put(memory.bytes(), memory);
      }
    } catch (OutOfMemoryError e) {
      memories.values().forEach(DirectMemory::close);
      throw e;
    }
    spare.addAll(memories.keySet());
  }

  /** Starts the thread, which waits for {@link #begin}. */
  public void start() {
    thread.start();
  }

  /**
   * Starts opening regions. The regions found on the device can be read when this returns; their
   * blocks are added to the index afterwards.
   *
   * @param found the regions on the device
   * @param index of the region where the ring continues
   */
  public void begin(Collection<Region> found, int index) {
    for (Region each : found) {
      regions.set(firstRegion + each.number(), each);
    }
    work.add(
        () -> {
          for (Region each : failed ? found : List.<Region>of()) {
            // The device may have failed before they were added.
            retire(each.number());
          }
          begun = true;
          if (!failed) {
            nextRegion = index;
            openSpare();
          }
        });
  }

  public DeviceFile file() {
    return file;
  }

  /** Returns whether a region is on this device. */
  public boolean has(int number) {
    return number >= firstRegion && number < firstRegion + regionCount;
  }

  /** Returns the number of the device's first region, among the regions of all devices. */
  public int firstRegion() {
    return firstRegion;
  }

  /** Returns the number of regions. */
  public int regionCount() {
    return regionCount;
  }

  /** Returns the size of a region in bytes. */
  public int regionBytes() {
    return options.regionBytes();
  }

  /** Returns the offset of a region in the file. */
  public long position(int number) {
    return (long) (number - firstRegion) * options.regionBytes();
  }

  /** Returns whether the device is out of service. */
  public boolean isFailed() {
    return failed;
  }

  /** Returns whether the ring has wrapped around, so that new regions replace the oldest. */
  public boolean isFull() {
    return regions.get(firstRegion + regionCount - 1) != null;
  }

  /** Returns the bytes written to the device and its snapshots so far. */
  public long bytesWritten() {
    return bytesWritten.sum();
  }

  /** Returns the bytes of snapshots written so far, which {@link #bytesWritten} includes. */
  public long snapshotBytes() {
    return snapshotBytes.sum();
  }

  /** Records bytes written to a snapshot, and charges them to the write-rate limiter. */
  public void snapshotWritten(int bytes) {
    writeRateLimiter.force(bytes);
    bytesWritten.add(bytes);
    snapshotBytes.add(bytes);
  }

  /** Returns how often a write waited for readers of the region to overwrite. */
  public long waitsForReaders() {
    return waitsForReaders.sum();
  }

  /** Writes a completed region. */
  void write(OpenRegion region) {
    submit(() -> flush(region));
  }

  /** Runs a task on the thread, or on this one if the thread has ended. */
  private void submit(Runnable task) {
    work.add(task);
    if (ended) {
      finish();
    }
  }

  /** Ends a use of a buffer of this device. The last one frees its memory for the next region. */
  public void release(RegionBuffer buffer) {
    if (buffer.release()) {
      submit(() -> open(buffer.memory()));
    }
  }

  /** Records that a read succeeded. */
  public void readSucceeded() {
    if (readFailures.get() != 0) {
      readFailures.set(0);
    }
  }

  /** Records that a read of a region failed; several in a row take the device out of service. */
  public void readFailed(int number, IOException cause) {
    if (readFailures.incrementAndGet() == options.readFailures()) {
      work.add(() -> fail(cause, number - firstRegion));
    }
  }

  /** Waits until the thread has done all work submitted before, and what followed from it. */
  public void awaitQuiet() throws InterruptedException {
    AtomicBoolean quiet = new AtomicBoolean();
    while (!quiet.get() && thread.isAlive()) {
      CountDownLatch done = new CountDownLatch(1);
      work.add(
          () -> {
            // Checked on the thread itself, so no task taken from the queue is still running.
            quiet.set(work.isEmpty());
            done.countDown();
          });
      boolean reached = false;
      while (!reached && thread.isAlive()) {
        reached = done.await(options.probeMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Writes the completed regions and ends the thread. No region may be filled from now on. */
  public void stop() {
    work.add(() -> closed = true);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Frees the memory, at once or at the last use of a region's buffer. Call it after {@link #stop},
   * or if the thread was never started.
   */
  public void free() {
    closed = true;
    ended = true;
    finish();
  }

  private synchronized void finish() {
    for (Runnable next = work.poll(); next != null; next = work.poll()) {
      next.run();
    }
    for (ByteBuffer each : spare) {
      DirectMemory memory = memories.remove(each);
      if (memory != null) {
        memory.close();
      }
    }
    spare.clear();
  }

  /**
   * Checks that all memory is where it should be. Call it while the store is idle.
   *
   * @param wrong receives one sentence for each inconsistency
   */
  public void audit(List<String> wrong) {
    int filling = 0;
    for (int number = firstRegion; number < firstRegion + regionCount; number++) {
      Region region = regions.get(number);
      if (region == null) {
        continue;
      }
      if (region.pins() != 0) {
        wrong.add("Region " + number + " has " + region.pins() + " pins left.");
      }
      RegionBuffer buffer = region.buffer();
      if (buffer != null) {
        filling++;
        if (buffer.users() != 1) {
          wrong.add("Region " + number + " is used " + buffer.users() + " times.");
        }
      }
    }
    if (filling + spare.size() != memories.size()) {
      wrong.add(
          "%s has %d regions in memory and %d buffers free, of %d."
              .formatted(file.path(), filling, spare.size(), memories.size()));
    }
  }

  // ---- the device's thread

  private void run() {
    while (!closed || !work.isEmpty()) {
      try {
        Runnable next = work.poll(options.probeMillis(), TimeUnit.MILLISECONDS);
        if (next != null) {
          next.run();
        }
        if (failed && begun && System.nanoTime() - nextProbe >= 0) {
          probe();
        }
      } catch (InterruptedException e) {
        // Ignored: completed regions must be written.
        LockSupport.parkNanos(UNREAD_POLL_NANOS);
      } catch (RuntimeException | Error e) {
        fail(new IOException("Its thread failed: " + e, e), nextRegion);
      }
    }
  }

  private void openSpare() {
    List<ByteBuffer> waiting = List.copyOf(spare);
    spare.clear();
    waiting.forEach(this::open);
  }

  private void open(ByteBuffer memory) {
    if (failed || closed) {
      spare.add(memory);
      return;
    }
    try {
      openNext(memory);
    } catch (RuntimeException | Error e) {
      spare.add(memory);
      throw e;
    }
  }

  /** Opens the next region of the ring, and retires the one {@code margin} regions ahead. */
  private void openNext(ByteBuffer memory) {
    retire(nextRegion);
    retire((nextRegion + options.margin()) % regionCount);
    int number = firstRegion + nextRegion;
    RegionBuffer buffer = new RegionBuffer(memory);
    Region region = new Region(nextRegion, writer, cipher, buffer, regions.get(number));
    regions.set(number, region);
    nextRegion = (nextRegion + 1) % regionCount;
    listener.ready(new OpenRegion(this, number, region, buffer));
    listener.retiringNext(firstRegion + (nextRegion + options.margin()) % regionCount);
  }

  private void retire(int index) {
    Region region = regions.get(firstRegion + index);
    if (region != null && region.retire()) {
      listener.retired(firstRegion + index);
    }
  }

  private void flush(OpenRegion open) {
    Region region = open.region();
    try {
      int blockBytes = open.buffer().usedBytes() - RegionHeader.BYTES;
      if (region.isRetired() || ended) {
        writeRateLimiter.giveBack(blockBytes);
      } else {
        int bytes = DeviceFile.roundUp(open.buffer().usedBytes());
        writeRateLimiter.force(bytes - blockBytes);
        awaitUnread(region);
        write(open, bytes);
        region.written();
        listener.written(this, bytes);
      }
    } catch (IOException e) {
      fail(e, region.number());
    } finally {
      if (region.isRetired() || ended) {
        region.abandoned();
      }
      open.release();
    }
  }

  private void write(OpenRegion open, int bytes) throws IOException {
    Region region = open.region();
    RegionHeader.write(
        open.buffer().slice(0, RegionHeader.BYTES),
        new RegionHeader.Fields(
            store,
            writer,
            region.sequence(),
            region.number(),
            options.regionBytes(),
            open.buffer().usedBytes(),
            keyCheck));
    file.write(open.buffer().slice(0, bytes), position(open.number()));
    bytesWritten.add(bytes);
  }

  private void awaitUnread(Region region) {
    if (region.arePredecessorsUnpinned()) {
      return;
    }
    waitsForReaders.increment();
    while (!region.arePredecessorsUnpinned()) {
      LockSupport.parkNanos(UNREAD_POLL_NANOS);
    }
  }

  /** Takes the device out of service and retires all its regions. */
  private void fail(IOException cause, int index) {
    if (failed || ended) {
      return;
    }
    failed = true;
    nextRegion = index;
    nextProbe = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.probeMillis());
    for (int each = 0; each < regionCount; each++) {
      retire(each);
    }
    listener.changed(
        new IOException(
            file.path()
                + " failed and is out of service until it works again: "
                + cause.getMessage(),
            cause));
  }

  /** Reopens the ring if data written to the device can be read back. */
  private void probe() {
    nextProbe = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.probeMillis());
    Region there = regions.get(firstRegion + nextRegion);
    if (there != null && !there.isWholeChainUnpinned()) {
      return;
    }
    try {
      if (!file.probe(position(firstRegion + nextRegion))) {
        return;
      }
    } catch (IOException e) {
      // Reported when the device failed.
      return;
    }
    failed = false;
    readFailures.set(0);
    listener.changed(new IOException(file.path() + " works again."));
    openSpare();
  }
}
