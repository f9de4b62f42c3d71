package io.strata.flash.read;

import io.strata.flash.index.FileNumbers;
import io.strata.flash.index.FlashFile;
import io.strata.flash.index.FlashIndex;
import io.strata.flash.layout.FlashAddress;
import io.strata.flash.read.BlockReader.NoBlockException;
import io.strata.flash.read.BlockReader.Wanted;
import io.strata.flash.region.Region;
import io.strata.flash.ring.Device;
import io.strata.flash.ring.Regions;
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds blocks and reads them; of one that cannot be read the index knows nothing afterwards.
 * Thread-safe: a region is pinned while it is read, and nothing else is held.
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
   * @param devices all of the store's, not changed after the first read
   * @param buffers into which blocks are read
   * @param onError told what devices fail to do
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

  /** What came of reads so far. */
  public ReadCounters counters() {
    return counters;
  }

  /** Nothing is found from now on, and what fails is no error. */
  public void close() {
    closed = true;
  }

  /**
   * Reads a block.
   *
   * @param mark whether to mark it as read
   * @return the block, which the caller must release; or null
   */
  public @Nullable FlashBlock get(String file, long offset, boolean mark) {
    FlashFile known = files.find(file);
    if (known == null || closed) {
      return null;
    }
    FlashIndex.Found<Region> found = index.find(known, offset, mark, regions::pin);
    if (found == null) {
      return null;
    }
    try {
      return read(known, wanted(file, offset, found));
    } finally {
      found.region().unpin();
    }
  }

  /**
   * As {@link #get}, for the cache itself: the block is not marked as read, its file not as asked
   * for, and it is no hit.
   */
  public @Nullable FlashBlock getQuietly(String file, long offset) {
    FlashFile known = files.look(file);
    if (known == null || closed) {
      return null;
    }
    FlashIndex.Found<Region> found = index.find(known, offset, false, regions::pin);
    if (found == null) {
      return null;
    }
    Wanted wanted = wanted(file, offset, found);
    try {
      return reader.read(wanted);
    } catch (IOException e) {
      giveUp(known, wanted, e);
      return null;
    } finally {
      found.region().unpin();
    }
  }

  private Wanted wanted(String file, long offset, FlashIndex.Found<Region> found) {
    return new Wanted(
        deviceOf(FlashAddress.region(found.place())),
        found.region(),
        found.place(),
        file,
        offset,
        found.readBefore());
  }

  private @Nullable FlashBlock read(FlashFile file, Wanted wanted) {
    try {
      FlashBlock block = reader.read(wanted);
      (block == null ? counters.noBuffer : counters.hits).increment();
      return block;
    } catch (IOException e) {
      giveUp(file, wanted, e);
      return null;
    }
  }

  private void giveUp(FlashFile file, Wanted wanted, IOException cause) {
    index.remove(file, wanted.offset(), wanted.place());
    if (closed || wanted.region().isRetired()) {
      // It was given up before, and its place may be another's by now.
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

  // ---- several at once

  /**
   * The block, and those behind it in its region that follow it in its file too.
   *
   * @param maxBytes of the region, that are read with one read at most
   * @param mark whether to mark them as read
   * @return the blocks, each of which the caller must release; none when the first is not there
   */
  public List<FlashBlock> getRun(String file, long offset, int maxBytes, boolean mark) {
    FlashFile known = files.find(file);
    if (known == null || closed) {
      return List.of();
    }
    FlashIndex.Found<Region> found = index.find(known, offset, mark, regions::pin);
    if (found == null) {
      return List.of();
    }
    try {
      return readRun(known, wanted(file, offset, found), maxBytes, mark);
    } finally {
      found.region().unpin();
    }
  }

  private List<FlashBlock> readRun(FlashFile file, Wanted first, int maxBytes, boolean mark) {
    int room = first.device().regionBytes() - FlashAddress.position(first.place());
    int bytes = Math.min(maxBytes, room);
    try {
      Window window = bytes > FlashAddress.bytes(first.place()) ? reader.readWindow(first, bytes) : null;
      if (window != null) {
        window.visitFollowers(
            (offset, place) -> takeFollower(file, window, first, offset, place, mark));
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
      FlashFile file, Window window, Wanted first, long offset, long place, boolean mark) {
    FlashIndex.Seen seen = index.see(file, offset, place, mark);
    if (seen == FlashIndex.Seen.ABSENT) {
      return;
    }
    Wanted wanted =
        new Wanted(
            first.device(),
            first.region(),
            place,
            first.file(),
            offset,
            seen == FlashIndex.Seen.READ);
    try {
      window.take(wanted);
    } catch (NoBlockException e) {
      giveUp(file, wanted, e);
    }
  }

  // ---- to be written again

  /**
   * Reads a block that lies in a region, whichever file's it is; not a hit.
   *
   * @return null when the region is not to be read any more, the block cannot be, or no buffer is
   *     free
   */
  public @Nullable FlashBlock read(Region region, FlashFile file, long offset, long place) {
    if (!region.pin()) {
      return null;
    }
    Wanted wanted = new Wanted(deviceOf(FlashAddress.region(place)), region, place, null, offset, true);
    try {
      return reader.read(wanted);
    } catch (IOException e) {
      giveUp(file, wanted, e);
      return null;
    } finally {
      region.unpin();
    }
  }
}
