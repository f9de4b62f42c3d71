package io.strata.l2.stream.buffer;

import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * All buffers of a cache, and the lists of those with free blocks. Thread-safe.
 *
 * <h2>Overview</h2>
 *
 * A thread allocates blocks from the buffer of its <i>lane</i>, which its id selects. There are a
 * few lanes per processor, so threads seldom contend for one, and entries appended to concurrently
 * do so in different buffers. Allocated blocks belong to the caller, which fills them outside of
 * the monitor.
 *
 * <p>A buffer stays in the cache until the cache is closed: a stale address may still lead to any
 * of its words, so memory that held words must not be used for bytes.
 *
 * <h2>States</h2>
 *
 * <pre>
 *             polled                    no block left
 *   queued ------------&gt; in a lane --------------------&gt; full
 *     ^                       |                           |
 *     |     run too short     |                           |
 *     +-----------------------+                           |
 *     +---------------------------------------------------+
 *                     a block is freed
 * </pre>
 *
 * A buffer is <i>listed</i> while it is in a lane or in the queue.
 *
 * <h2>Why these orderings suffice</h2>
 *
 * A thread that removes a buffer from its lane checks under the monitor of its free runs whether it
 * has any by now. A thread that frees a block checks under the same monitor whether the buffer is
 * listed. So a buffer with free blocks is always listed, and none is queued twice.
 */
public final class Buffers {
  private static final int LANES_PER_PROCESSOR = 4;

  /** Maximum number of buffers skipped because none of their runs is long enough. */
  private static final int MAX_SKIPPED = 2;

  private final AtomicReferenceArray<@Nullable BlockBuffer> lanes;
  private final ConcurrentLinkedQueue<BlockBuffer> partial = new ConcurrentLinkedQueue<>();

  private volatile BlockBuffer[] all;

  /**
   * @param memory memory of the buffers, zeroed, {@link StreamLayout#BUFFER_BYTES} each
   */
  public Buffers(ByteBuffer[] memory) {
    this.all = new BlockBuffer[memory.length];
    for (int i = 0; i < memory.length; i++) {
      all[i] = new BlockBuffer(i, memory[i]);
    }
    partial.addAll(Arrays.asList(all));
    int processors = Runtime.getRuntime().availableProcessors();
    this.lanes =
        new AtomicReferenceArray<>(Integer.highestOneBit(LANES_PER_PROCESSOR * processors));
  }

  /** Returns the buffer of an address, or null if there is none. */
  public @Nullable BlockBuffer of(int address) {
    BlockBuffer[] now = all;
    int number = Address.buffer(address);
    return number < now.length ? now[number] : null;
  }

  /**
   * Returns the buffer of the address of an existing block.
   *
   * @throws IllegalStateException if the cache is closed
   */
  public BlockBuffer get(int address) {
    BlockBuffer buffer = of(address);
    if (buffer == null) {
      throw new IllegalStateException("The cache is closed.");
    }
    return buffer;
  }

  // ---- allocation

  /**
   * Allocates adjacent blocks: as many as wanted, or fewer if no such run is found.
   *
   * @param wanted 1 or more
   * @param appendable whether the entry may grow, so that blocks should be left free after the run
   * @return null if no block is free
   */
  public @Nullable Run take(int wanted, boolean appendable) {
    int lane = lane();
    int min = Math.min(wanted, StreamLayout.USABLE_BLOCKS);
    for (int i = 0; i < MAX_SKIPPED; i++) {
      Run run = takeFromLane(lane, wanted, min, appendable);
      if (run != null) {
        return run;
      }
      if (!changeBuffer(lane)) {
        break;
      }
    }
    Run run = takeFromLane(lane, wanted, 1, appendable);
    for (int i = 0; i < lanes.length() && run == null; i++) {
      run = takeFromLane(i, wanted, 1, appendable);
    }
    return run;
  }

  private int lane() {
    // Ids are sequential, so threads that start together use different lanes.
    return (int) Thread.currentThread().getId() & lanes.length() - 1;
  }

  private @Nullable Run takeFromLane(int lane, int wanted, int min, boolean appendable) {
    BlockBuffer buffer = lanes.get(lane);
    if (buffer == null) {
      return null;
    }
    FreeRuns free = buffer.free();
    synchronized (free) {
      if (free.blocks() < min) {
        return null;
      }
      return appendable ? free.takeAppendable(wanted) : free.take(wanted);
    }
  }

  /**
   * Allocates the blocks right after a used one, as many as are wanted and free.
   *
   * @return the number of blocks, 0 for none
   */
  public int takeAfter(BlockBuffer buffer, int block, int wanted) {
    FreeRuns free = buffer.free();
    synchronized (free) {
      return free.takeAt(block + 1, wanted);
    }
  }

  /** Gives a lane another buffer; returns whether there was one. */
  private boolean changeBuffer(int lane) {
    BlockBuffer before = lanes.get(lane);
    BlockBuffer next = partial.poll();
    if (next == null) {
      return false;
    }
    if (lanes.compareAndSet(lane, before, next)) {
      if (before != null) {
        unlist(before);
      }
    } else {
      // Another thread was faster; its buffer serves as well.
      partial.add(next);
    }
    return true;
  }

  private void unlist(BlockBuffer buffer) {
    FreeRuns free = buffer.free();
    synchronized (free) {
      if (free.blocks() == 0) {
        buffer.setListed(false);
        return;
      }
    }
    partial.add(buffer);
  }

  // ---- release

  /** Frees blocks. */
  public void give(BlockBuffer buffer, int first, int count) {
    FreeRuns free = buffer.free();
    synchronized (free) {
      free.give(first, count);
      if (buffer.isListed()) {
        return;
      }
      buffer.setListed(true);
    }
    partial.add(buffer);
  }

  /** Removes all buffers: from now on, addresses refer to no block. */
  public void close() {
    all = new BlockBuffer[0];
    partial.clear();
    for (int lane = 0; lane < lanes.length(); lane++) {
      lanes.set(lane, null);
    }
  }

  // ---- monitoring

  /** Returns the number of buffers. */
  public int count() {
    return all.length;
  }

  /** Returns the number of free blocks, summed up while the cache is used. */
  public long freeBlocks() {
    long blocks = 0;
    for (BlockBuffer buffer : all) {
      FreeRuns free = buffer.free();
      synchronized (free) {
        blocks += free.blocks();
      }
    }
    return blocks;
  }

  /** Checks the free runs while the cache is idle; returns the problems, a sentence each. */
  public List<String> audit() {
    List<String> problems = new ArrayList<>();
    Map<BlockBuffer, Integer> lists = new HashMap<>();
    partial.forEach(buffer -> lists.merge(buffer, 1, Integer::sum));
    for (int lane = 0; lane < lanes.length(); lane++) {
      BlockBuffer buffer = lanes.get(lane);
      if (buffer != null) {
        lists.merge(buffer, 1, Integer::sum);
      }
    }
    for (BlockBuffer buffer : all) {
      FreeRuns free = buffer.free();
      synchronized (free) {
        problems.addAll(free.audit());
        int count = lists.getOrDefault(buffer, 0);
        if (count > 1 || (free.blocks() > 0 && count == 0)) {
          problems.add(
              "Buffer %d has %d free blocks, and is in %d lists."
                  .formatted(buffer.number(), free.blocks(), count));
        }
      }
    }
    return problems;
  }
}
