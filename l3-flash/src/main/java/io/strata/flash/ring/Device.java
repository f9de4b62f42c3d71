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
 * A ring of regions on one device, and the thread that writes them, the oldest place first.
 * Thread-safe.
 *
 * <p>The device has some buffers. For each that is free the thread opens the next region of the
 * ring, and offers it to be filled; when the region is full, it comes back to be written, and its
 * buffer is free again. So a device that writes faster than others offers more regions, and gets
 * its share of the blocks, and no device waits for another.
 *
 * <p>A place is retired some regions before its turn comes ({@code margin}): from then on no reader
 * gets it, so that those who have it are gone when it is written anew. The thread waits for the
 * rest.
 *
 * <pre>
 *      ... | on the device | on the device | retired | retired | open | open | on the device | ...
 *                            the oldest                                        the newest
 * </pre>
 *
 * <p>When a write fails, or several reads in a row, all that is on the device is given up, the
 * regions in memory too. From time to time the thread opens the file anew and tries the place where
 * the device failed; when that can be written and read again, the ring goes on from there.
 *
 * <p>Only the thread opens, retires and writes regions, so that these need no order among
 * themselves. A region that was retired while it was still filled, since the device failed or the
 * ring went round a slow writer, is not written any more: its place is another's by then. What is
 * thrown at the thread ends the device's work, and not the thread.
 *
 * <p>{@link #free} gives the memory back when the thread has ended. What comes to the queue after
 * that is of those who still copied or read, and is done by themselves: they add it and then look
 * at {@code ended}, which is set before the queue is emptied. So one of the two does it, under a
 * lock; the memory of a region is freed at the last use of its buffer.
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
  private final WriteRateLimiter wear;
  private final DeviceListener listener;
  private final BlockingQueue<Runnable> work = new LinkedBlockingQueue<>();
  private final Thread thread;
  private final LongAdder bytesWritten = new LongAdder();
  private final LongAdder snapshotBytes = new LongAdder();
  private final LongAdder waitsForReaders = new LongAdder();
  private final AtomicInteger readFailures = new AtomicInteger();

  /** The thread's own, as are the next three: memory that waits until the device works again. */
  private final List<ByteBuffer> spare = new ArrayList<>();

  /** All memory of the device that is not freed; changed by {@link #free} alone. */
  private final IdentityHashMap<ByteBuffer, DirectMemory> memories = new IdentityHashMap<>();

  private int nextRegion;
  private long nextProbe;
  private boolean begun;

  private volatile boolean failed;
  private volatile boolean closed;
  private volatile boolean ended;

  /**
   * @param firstRegion the number of the device's first region among those of all devices
   * @param regionCount how many the file holds
   * @param wear of which those who fill a region take what they fill; the device takes the rest
   */
  public Device(
      DeviceFile file,
      RingOptions options,
      int firstRegion,
      int regionCount,
      UUID store,
      Encryption encryption,
      Regions regions,
      WriteRateLimiter wear,
      DeviceListener listener) {
    this.file = file;
    this.options = options;
    this.firstRegion = firstRegion;
    this.regionCount = regionCount;
    this.store = store;
    this.cipher = encryption.cipherOf(writer);
    this.keyCheck = encryption.checkOf(writer);
    this.regions = regions;
    this.wear = wear;
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
   * Begins to offer regions. Those that were found can be read when this returns: whoever enters
   * blocks of them does so afterwards.
   *
   * @param found what lies on the device already
   * @param place from which the ring goes on
   */
  public void begin(Collection<Region> found, int place) {
    for (Region each : found) {
      regions.set(firstRegion + each.number(), each);
    }
    work.add(
        () -> {
          for (Region each : failed ? found : List.<Region>of()) {
            // It failed before they were there, perhaps.
            retire(each.number());
          }
          begun = true;
          if (!failed) {
            nextRegion = place;
            openSpare();
          }
        });
  }

  public DeviceFile file() {
    return file;
  }

  /** Whether a region of that number is on this device. */
  public boolean has(int number) {
    return number >= firstRegion && number < firstRegion + regionCount;
  }

  /** The number of its first region among those of all devices. */
  public int firstRegion() {
    return firstRegion;
  }

  /** How many regions it holds. */
  public int regionCount() {
    return regionCount;
  }

  /** Bytes of each. */
  public int regionBytes() {
    return options.regionBytes();
  }

  /** Where a region begins in the file. */
  public long position(int number) {
    return (long) (number - firstRegion) * options.regionBytes();
  }

  /** Whether what is on the device was given up, and no write has succeeded since. */
  public boolean isFailed() {
    return failed;
  }

  /** Whether the ring has come to its last place: from then on, the oldest region goes next. */
  public boolean isFull() {
    return regions.get(firstRegion + regionCount - 1) != null;
  }

  /** Bytes that were written to the device so far, and beside it of snapshots. */
  public long bytesWritten() {
    return bytesWritten.sum();
  }

  /** Bytes that snapshots of the device's index took so far; among {@link #bytesWritten}. */
  public long snapshotBytes() {
    return snapshotBytes.sum();
  }

  /** Bytes of a snapshot go to the disk: they wear it as others do, and take what others leave. */
  public void snapshotWritten(int bytes) {
    wear.force(bytes);
    bytesWritten.add(bytes);
    snapshotBytes.add(bytes);
  }

  /** How often a write had to wait until a reader had left the place. */
  public long waitsForReaders() {
    return waitsForReaders.sum();
  }

  /** Writes a region that is complete. */
  void write(OpenRegion region) {
    give(() -> flush(region));
  }

  /** Has the thread do something, or does it when that has ended. */
  private void give(Runnable task) {
    work.add(task);
    if (ended) {
      finish();
    }
  }

  /** Ends a use of a buffer of this device: its memory is free when it was the last. */
  public void release(RegionBuffer buffer) {
    if (buffer.release()) {
      give(() -> open(buffer.memory()));
    }
  }

  /** A read went well. */
  public void readSucceeded() {
    if (readFailures.get() != 0) {
      readFailures.set(0);
    }
  }

  /** A read of that region failed; after some in a row the device is given up. */
  public void readFailed(int number, IOException cause) {
    if (readFailures.incrementAndGet() == options.readFailures()) {
      work.add(() -> fail(cause, number - firstRegion));
    }
  }

  /** Waits until the thread has done all that it was given before, and what came of that. */
  public void awaitQuiet() throws InterruptedException {
    AtomicBoolean quiet = new AtomicBoolean();
    while (!quiet.get() && thread.isAlive()) {
      CountDownLatch done = new CountDownLatch(1);
      work.add(
          () -> {
            // Asked by the thread itself: nothing that was taken from the queue is still being
            // done.
            quiet.set(work.isEmpty());
            done.countDown();
          });
      boolean reached = false;
      while (!reached && thread.isAlive()) {
        reached = done.await(options.probeMillis(), TimeUnit.MILLISECONDS);
      }
    }
  }

  /** Writes what was completed before, and ends the thread; nothing is to be filled from now on. */
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
   * Gives the memory back: at once, or at the last use of a region's buffer. Only after {@link
   * #stop}, or when the thread was never started.
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
   * Looks, while nothing happens, whether all memory is where it should be.
   *
   * @param wrong gets a sentence for each thing that is not
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
        // Nobody has a reason to: what was completed must be written.
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

  /** Opens the next region of the ring, and retires the one whose turn comes later. */
  private void openNext(ByteBuffer memory) {
    retire(nextRegion);
    retire((nextRegion + options.margin()) % regionCount);
    int number = firstRegion + nextRegion;
    RegionBuffer buffer = new RegionBuffer(memory);
    Region region = new Region(nextRegion, writer, cipher, buffer, regions.get(number));
    regions.set(number, region);
    nextRegion = (nextRegion + 1) % regionCount;
    listener.ready(new OpenRegion(this, number, region, buffer));
    listener.nearing(firstRegion + (nextRegion + options.margin()) % regionCount);
  }

  private void retire(int place) {
    Region region = regions.get(firstRegion + place);
    if (region != null && region.retire()) {
      listener.retired(firstRegion + place);
    }
  }

  private void flush(OpenRegion open) {
    Region region = open.region();
    try {
      int blockBytes = open.buffer().usedBytes() - RegionHeader.BYTES;
      if (region.isRetired() || ended) {
        wear.giveBack(blockBytes);
      } else {
        int bytes = DeviceFile.roundUp(open.buffer().usedBytes());
        wear.force(bytes - blockBytes);
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
    if (region.isPlaceUnread()) {
      return;
    }
    waitsForReaders.increment();
    while (!region.isPlaceUnread()) {
      LockSupport.parkNanos(UNREAD_POLL_NANOS);
    }
  }

  /** Gives up all that is on the device. */
  private void fail(IOException cause, int place) {
    if (failed || ended) {
      return;
    }
    failed = true;
    nextRegion = place;
    nextProbe = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.probeMillis());
    for (int each = 0; each < regionCount; each++) {
      retire(each);
    }
    listener.changed(
        new IOException(
            file.path()
                + " cannot be used and is given up until it works again: "
                + cause.getMessage(),
            cause));
  }

  /** Whether bytes that are written can be read again: then the ring goes on. */
  private void probe() {
    nextProbe = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.probeMillis());
    Region there = regions.get(firstRegion + nextRegion);
    if (there != null && !there.isWhollyUnread()) {
      return;
    }
    try {
      if (!file.probe(position(firstRegion + nextRegion))) {
        return;
      }
    } catch (IOException e) {
      // As was told when the device failed.
      return;
    }
    failed = false;
    readFailures.set(0);
    listener.changed(new IOException(file.path() + " works again."));
    openSpare();
  }
}
