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
 * All buffers of a cache, and which of them have free blocks. Thread-safe.
 *
 * <h2>A buffer's way</h2>
 *
 * <pre>
 *             polled                    no block left
 *   queued ------------&gt; a lane's own ----------------&gt; full
 *     ^                       |                           |
 *     |     too short a run   |                           |
 *     +-----------------------+                           |
 *     +---------------------------------------------------+
 *                     a block comes free
 * </pre>
 *
 * <ul>
 *   <li>A <i>lane</i> is what threads take blocks from that fall on it by their ids: there are a
 *       few for each processor, so threads seldom meet at one, and entries that grow side by side
 *       do so in different buffers.
 *   <li>A buffer is <i>listed</i> while a lane has it or the queue. Whoever takes it off its lane
 *       asks, under the monitor of its free runs, whether there are any by then; whoever frees a
 *       block asks, under the same monitor, whether it is listed. So a buffer with room always is,
 *       and none is queued twice.
 *   <li>What is taken is nobody else's from then on, and is filled outside the monitor.
 * </ul>
 *
 * <p>A buffer is the cache's until that is closed. Others may find a word of it by an address that
 * they have long had; so what held words must not become somebody's bytes.
 */
public final class Buffers {
  private static final int LANES_PER_PROCESSOR = 4;

  /** How many buffers are passed over for having no run that is long enough. */
  private static final int PASSED_OVER = 2;

  private final AtomicReferenceArray<@Nullable BlockBuffer> lanes;
  private final ConcurrentLinkedQueue<BlockBuffer> withRoom = new ConcurrentLinkedQueue<>();

  private volatile BlockBuffer[] all;

  /**
   * @param memory of the buffers, zeroed, {@link StreamLayout#BUFFER_BYTES} each
   */
  public Buffers(ByteBuffer[] memory) {
    this.all = new BlockBuffer[memory.length];
    for (int i = 0; i < memory.length; i++) {
      all[i] = new BlockBuffer(i, memory[i]);
    }
    withRoom.addAll(Arrays.asList(all));
    int processors = Runtime.getRuntime().availableProcessors();
    this.lanes =
        new AtomicReferenceArray<>(Integer.highestOneBit(LANES_PER_PROCESSOR * processors));
  }

  /** The buffer of an address, or null when there is none. */
  public @Nullable BlockBuffer of(int address) {
    BlockBuffer[] now = all;
    int number = Address.buffer(address);
    return number < now.length ? now[number] : null;
  }

  /**
   * The buffer of the address of a block.
   *
   * @throws IllegalStateException when the cache was closed
   */
  public BlockBuffer get(int address) {
    BlockBuffer buffer = of(address);
    if (buffer == null) {
      throw new IllegalStateException("The cache is closed.");
    }
    return buffer;
  }

  // ---- taking

  /**
   * Takes neighbouring blocks, as many as are wanted, or fewer when no such run is at hand.
   *
   * @param wanted 1 or more
   * @param toGrow whether more will be wanted behind them
   * @return null when no block is free
   */
  public @Nullable Run take(int wanted, boolean toGrow) {
    int lane = lane();
    int fewest = Math.min(wanted, StreamLayout.USABLE_BLOCKS);
    for (int i = 0; i < PASSED_OVER; i++) {
      Run run = takeOfLane(lane, wanted, fewest, toGrow);
      if (run != null) {
        return run;
      }
      if (!changeBuffer(lane)) {
        break;
      }
    }
    Run run = takeOfLane(lane, wanted, 1, toGrow);
    for (int i = 0; i < lanes.length() && run == null; i++) {
      run = takeOfLane(i, wanted, 1, toGrow);
    }
    return run;
  }

  private int lane() {
    // Ids are given one after the other: threads that begin together fall on different lanes.
    return (int) Thread.currentThread().getId() & lanes.length() - 1;
  }

  private @Nullable Run takeOfLane(int lane, int wanted, int fewest, boolean toGrow) {
    BlockBuffer buffer = lanes.get(lane);
    if (buffer == null) {
      return null;
    }
    FreeRuns free = buffer.free();
    synchronized (free) {
      if (free.blocks() < fewest) {
        return null;
      }
      return toGrow ? free.takeToGrow(wanted) : free.take(wanted);
    }
  }

  /**
   * Takes the blocks right behind one that is used, as many as are wanted or are free.
   *
   * @return how many, 0 for none
   */
  public int takeBehind(BlockBuffer buffer, int block, int wanted) {
    FreeRuns free = buffer.free();
    synchronized (free) {
      return free.takeAt(block + 1, wanted);
    }
  }

  /** Gives a lane another buffer; says whether there was one. */
  private boolean changeBuffer(int lane) {
    BlockBuffer before = lanes.get(lane);
    BlockBuffer next = withRoom.poll();
    if (next == null) {
      return false;
    }
    if (lanes.compareAndSet(lane, before, next)) {
      if (before != null) {
        unlist(before);
      }
    } else {
      // Another thread was faster, whose buffer serves as well.
      withRoom.add(next);
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
    withRoom.add(buffer);
  }

  // ---- giving back

  /** Frees blocks that are nobody's any more. */
  public void give(BlockBuffer buffer, int first, int count) {
    FreeRuns free = buffer.free();
    synchronized (free) {
      free.give(first, count);
      if (buffer.isListed()) {
        return;
      }
      buffer.setListed(true);
    }
    withRoom.add(buffer);
  }

  /** Lets go of all buffers: addresses name nothing from then on. */
  public void close() {
    all = new BlockBuffer[0];
    withRoom.clear();
    for (int lane = 0; lane < lanes.length(); lane++) {
      lanes.set(lane, null);
    }
  }

  // ---- looking on

  /** How many buffers there are. */
  public int count() {
    return all.length;
  }

  /** How many blocks of all buffers are free, added up while others take and give. */
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

  /** What is wrong with the free runs, a sentence each; only while nothing else happens. */
  public List<String> audit() {
    List<String> wrong = new ArrayList<>();
    Map<BlockBuffer, Integer> places = new HashMap<>();
    withRoom.forEach(buffer -> places.merge(buffer, 1, Integer::sum));
    for (int lane = 0; lane < lanes.length(); lane++) {
      BlockBuffer buffer = lanes.get(lane);
      if (buffer != null) {
        places.merge(buffer, 1, Integer::sum);
      }
    }
    for (BlockBuffer buffer : all) {
      FreeRuns free = buffer.free();
      synchronized (free) {
        wrong.addAll(free.audit());
        int count = places.getOrDefault(buffer, 0);
        if (count > 1 || (free.blocks() > 0 && count == 0)) {
          wrong.add(
              "Buffer %d has %d free blocks, and is in %d places where they are taken."
                  .formatted(buffer.number(), free.blocks(), count));
        }
      }
    }
    return wrong;
  }
}
