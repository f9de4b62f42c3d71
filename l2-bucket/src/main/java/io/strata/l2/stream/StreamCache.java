package io.strata.l2.stream;

import io.strata.l2.layout.BucketBuffer;
import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of appendable entries, for callers that keep their own index: an entry is identified by a
 * 32-bit address, and there is no other index. Entries lie off the heap in chains of equal blocks,
 * and are read in place. Thread-safe.
 *
 * <h2>Addresses</h2>
 *
 * The address of an entry is that of its last block. It changes when an append continues in another
 * block. The old address then refers to no entry, and may later refer to another one. With an index
 * that changes concurrently:
 *
 * <ul>
 *   <li>To read, take the address from the index, then the view, and then check that the index
 *       still has that address. If not, release the view and start again.
 *   <li>To delete, take a view in that way, remove the entry from the index, delete it, and then
 *       release the view: so the address cannot refer to another entry before that.
 *   <li>To append, take a view in that way, append, and store the new address in the index. Of
 *       concurrent appends, the expected length lets one succeed. If the entry is no longer in the
 *       index by then, delete it by its new address.
 * </ul>
 *
 * <h2>Costs</h2>
 *
 * All memory is allocated when the cache is created: buffers of {@link StreamLayout#BUFFER_BYTES},
 * whose first blocks hold the state of the others. On the heap, there is a view per read until it
 * is released, and a few objects per buffer.
 *
 * <p>The design is that of Pravega's streaming cache: equal blocks, chained backwards, 32-bit
 * addresses, block states at the beginning of a buffer. New here are runs of adjacent blocks with a
 * single word each, appends that continue in further blocks, and the pins of views.
 */
public final class StreamCache implements AutoCloseable {
  /** The address of no entry. */
  public static final int NONE = Address.NONE;

  private final StreamOptions options;
  private final Buffers buffers;
  private final Entries entries;
  private final BackPressure backPressure = new BackPressure();
  private volatile boolean closed;

  /**
   * Creates a cache, and allocates all its memory.
   *
   * @throws OutOfMemoryError if the process may not use that much direct memory
   */
  public StreamCache(StreamOptions options) {
    this.options = options;
    this.buffers =
        new Buffers(
            Arrays.stream(options.memory().allocate(options.buffers()))
                .map(BucketBuffer::view)
                .toArray(ByteBuffer[]::new));
    this.entries = new Entries(buffers, backPressure);
  }

  /**
   * Adds an entry.
   *
   * @param data the bytes from position to limit; its position does not change
   * @return the address, never {@link #NONE}
   * @throws CacheFullException if the cache is still full after its time-out
   * @throws IllegalStateException if the cache is closed
   */
  public int insert(ByteBuffer data) {
    checkOpen();
    int address = entries.insert(data);
    return address == ChainWriter.FULL
        ? retryWhileFull(data.remaining(), () -> entries.insert(data))
        : address;
  }

  /**
   * As {@link #insert}, but does not wait: if the cache is full, calls the callback once.
   *
   * @return the address; {@link #NONE} if the cache is full
   */
  public int tryInsert(ByteBuffer data) {
    checkOpen();
    int address = entries.insert(data);
    if (address == ChainWriter.FULL
        && options.whenFull().onCacheFull(StreamLayout.blocksFor(data.remaining()))) {
      address = entries.insert(data);
    }
    return address == ChainWriter.FULL ? NONE : address;
  }

  /**
   * Appends bytes to an entry: all of them, or none.
   *
   * @param expectedLength the current length of the entry
   * @param data the bytes from position to limit; its position does not change
   * @return the entry's new address; {@link #NONE} if the entry has another length or does not
   *     exist, in which case nothing is changed
   * @throws CacheFullException as for {@link #insert}; the entry is not changed then
   * @throws IllegalArgumentException if the entry would be longer than 2 GB
   * @throws IllegalStateException if the cache is closed
   */
  public int append(int address, int expectedLength, ByteBuffer data) {
    if (expectedLength < 0 || data.remaining() > Integer.MAX_VALUE - expectedLength) {
      throw new IllegalArgumentException(
          "An entry of %d bytes cannot grow by %d bytes. Insert a new entry."
              .formatted(expectedLength, data.remaining()));
    }
    checkOpen();
    int end = entries.append(address, expectedLength, data);
    return end == ChainWriter.FULL
        ? retryWhileFull(data.remaining(), () -> entries.append(address, expectedLength, data))
        : end;
  }

  /**
   * Replaces an entry by another one, at a new address. Views of the old entry stay valid.
   *
   * @return the new address; {@link #NONE} if the old address refers to no entry, in which case
   *     nothing is changed
   * @throws CacheFullException as for {@link #insert}; the old entry still exists then
   * @throws IllegalStateException if the cache is closed
   */
  public int replace(int address, ByteBuffer data) {
    int next = insert(data);
    if (entries.delete(address)) {
      return next;
    }
    entries.delete(next);
    return NONE;
  }

  /**
   * Deletes an entry; returns whether it existed. Views of it stay valid.
   *
   * @throws IllegalStateException if another thread closes the cache meanwhile
   */
  public boolean delete(int address) {
    return entries.delete(address);
  }

  /**
   * Pins an entry in place.
   *
   * @return a view of its current bytes, which the caller must release; null if the address refers
   *     to no entry
   */
  public @Nullable StreamView get(int address) {
    return entries.get(address);
  }

  /** Repeats an action that found the cache full, until it succeeds or the time-out ends. */
  private int retryWhileFull(int bytes, IntSupplier action) {
    int blocks = StreamLayout.blocksFor(bytes);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.waitMillis());
    while (true) {
      boolean deleted = options.whenFull().onCacheFull(blocks);
      boolean isLast = System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted();
      if (!deleted && !isLast) {
        backPressure.await(deadline);
      }
      checkOpen();
      int result = action.getAsInt();
      if (result != ChainWriter.FULL) {
        return result;
      }
      if (isLast) {
        throw new CacheFullException(blocks, options);
      }
    }
  }

  private void checkOpen() {
    if (closed) {
      throw new IllegalStateException("The cache is closed.");
    }
  }

  /** Returns the usage of the cache, summed up while it is used. */
  public StreamStatistics statistics() {
    long free = buffers.freeBlocks();
    int count = buffers.count();
    long used = (long) count * StreamLayout.USABLE_BLOCKS - free;
    return new StreamStatistics(options.bytes(), count, used, free, entries.deletedInUse());
  }

  /**
   * Checks all free runs while the cache is idle, for tests and tools.
   *
   * @return the problems found, a sentence each
   */
  public List<String> audit() {
    return buffers.audit();
  }

  /**
   * Removes all entries. Views stay valid until they are released; the garbage collector frees the
   * memory after the last one.
   */
  @Override
  public void close() {
    closed = true;
    buffers.close();
  }
}
