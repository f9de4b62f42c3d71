package io.strata.flash.read;

import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.read.BlockReader.NoBlockException;
import io.strata.flash.read.BlockReader.ReadRequest;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.Regions;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks and reads them. A block that cannot be read is removed from the index. Thread-safe:
 * a region is pinned while it is read, and nothing else is held.
 */
public final class BlockFinder {
  private final FileNumbers files;
  private final FlashIndex index;
  private final Regions regions;
  private final List<Device> devices;
  private final BlockReader reader;
  private final Consumer<Throwable> onError;
  private final ReadCounters counters = new ReadCounters();
  private volatile boolean closed;

  /**
   * @param devices all devices of the store, not changed after the first read
   * @param buffers for the blocks that are read
   * @param onError receives failures of devices
   */
  public BlockFinder(
      FileNumbers files,
      FlashIndex index,
      Regions regions,
      List<Device> devices,
      ReadBuffers buffers,
      Consumer<Throwable> onError) {
    this.files = files;
    this.index = index;
    this.regions = regions;
    this.devices = devices;
    this.reader = new BlockReader(buffers);
    this.onError = onError;
  }

  /** Returns the counters of reads. */
  public ReadCounters counters() {
    return counters;
  }

  /** Makes lookups find nothing from now on. Failures are no longer errors. */
  public void close() {
    closed = true;
  }

  /**
   * Reads a block.
   *
   * @param recordAccess whether to record the access
   * @return the block, which the caller must release; or null
   */
  public @Nullable FlashBlock get(String file, long offset, boolean recordAccess) {
    FlashFile known = files.find(file);
    if (known == null || closed) {
      return null;
    }
    FlashIndex.Found<Region> found = index.find(known, offset, recordAccess, regions::pin);
    if (found == null) {
      return null;
    }
    try {
      return read(known, requestFor(file, offset, found));
    } finally {
      found.region().unpin();
    }
  }

  /**
   * Reads a block for the cache itself, without recording the access, requesting its file or
   * counting a hit.
   */
  public @Nullable FlashBlock getQuietly(String file, long offset) {
    FlashFile known = files.peek(file);
    if (known == null || closed) {
      return null;
    }
    FlashIndex.Found<Region> found = index.find(known, offset, false, regions::pin);
    if (found == null) {
      return null;
    }
    ReadRequest request = requestFor(file, offset, found);
    try {
      return reader.read(request);
    } catch (IOException e) {
      giveUp(known, request, e);
      return null;
    } finally {
      found.region().unpin();
    }
  }

  private ReadRequest requestFor(String file, long offset, FlashIndex.Found<Region> found) {
    return new ReadRequest(
        deviceOf(FlashAddress.region(found.address())),
        found.region(),
        found.address(),
        file,
        offset,
        found.readBefore());
  }

  private @Nullable FlashBlock read(FlashFile file, ReadRequest request) {
    try {
      FlashBlock block = reader.read(request);
      (block == null ? counters.noBuffer : counters.hits).increment();
      return block;
    } catch (IOException e) {
      giveUp(file, request, e);
      return null;
    }
  }

  private void giveUp(FlashFile file, ReadRequest request, IOException cause) {
    index.remove(file, request.offset(), request.address());
    if (closed || request.region().isRetired()) {
      // The region was retired, and its space may have been overwritten.
      return;
    }
    if (cause instanceof NoBlockException) {
      counters.damaged.increment();
    } else {
      counters.readErrors.increment();
      onError.accept(cause);
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

  // ---- several blocks at once

  /**
   * Reads a block, and the blocks behind it in its region that follow it in its file, too.
   *
   * @param maxBytes of the region, to read at once
   * @param recordAccess whether to record an access of each
   * @return the blocks, each of which the caller must release; empty if the first is absent
   */
  public List<FlashBlock> getRun(String file, long offset, int maxBytes, boolean recordAccess) {
    FlashFile known = files.find(file);
    if (known == null || closed) {
      return List.of();
    }
    FlashIndex.Found<Region> found = index.find(known, offset, recordAccess, regions::pin);
    if (found == null) {
      return List.of();
    }
    try {
      return readRun(known, requestFor(file, offset, found), maxBytes, recordAccess);
    } finally {
      found.region().unpin();
    }
  }

  private List<FlashBlock> readRun(
      FlashFile file, ReadRequest first, int maxBytes, boolean recordAccess) {
    int remaining = first.device().regionBytes() - FlashAddress.position(first.address());
    int bytes = Math.min(maxBytes, remaining);
    try {
      Window window =
          bytes > FlashAddress.bytes(first.address()) ? reader.readWindow(first, bytes) : null;
      if (window != null) {
        window.visitFollowers(
            (offset, address) -> takeFollower(file, window, first, offset, address, recordAccess));
        List<FlashBlock> blocks = window.end();
        counters.hits.add(blocks.size());
        return blocks;
      }
    } catch (NoBlockException e) {
      giveUp(file, first, e);
      return List.of();
    }
    FlashBlock alone = read(file, first);
    return alone == null ? List.of() : List.of(alone);
  }

  private void takeFollower(
      FlashFile file,
      Window window,
      ReadRequest first,
      long offset,
      long address,
      boolean recordAccess) {
    FlashIndex.ReadState seen = index.readState(file, offset, address, recordAccess);
    if (seen == FlashIndex.ReadState.ABSENT) {
      return;
    }
    ReadRequest request =
        new ReadRequest(
            first.device(),
            first.region(),
            address,
            first.file(),
            offset,
            seen == FlashIndex.ReadState.READ);
    try {
      window.take(request);
    } catch (NoBlockException e) {
      giveUp(file, request, e);
    }
  }

  // ---- reinsertion

  /**
   * Reads a block of a region, of any file. Counts no hit.
   *
   * @return null if the region is retired, the block cannot be read, or no buffer is free
   */
  public @Nullable FlashBlock read(Region region, FlashFile file, long offset, long address) {
    if (!region.pin()) {
      return null;
    }
    ReadRequest request =
        new ReadRequest(
            deviceOf(FlashAddress.region(address)), region, address, null, offset, true);
    try {
      return reader.read(request);
    } catch (IOException e) {
      giveUp(file, request, e);
      return null;
    } finally {
      region.unpin();
    }
  }
}
