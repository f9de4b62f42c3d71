package io.strata.l2.stream;

import io.strata.l2.stream.buffer.Buffers;
import io.strata.l2.stream.layout.Address;
import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A cache of entries that grow, for whoever keeps an index of his own: each entry is known by a
 * 32-bit address, and there is no other index. Entries lie off the heap, in chains of equal blocks,
 * and are read where they lie. Safe for use by any number of threads.
 *
 * <h2>Addresses</h2>
 *
 * The address of an entry is that of its last block. So it changes when an append goes on in
 * another block, and the old one then names nothing; and what names nothing any more may later name
 * another entry. With an index that others change meanwhile:
 *
 * <ul>
 *   <li>Who reads takes the address from the index, then the view, and then looks whether the index
 *       still has that address. If not, he releases the view and begins anew.
 *   <li>Who deletes takes a view in that way, takes the entry from the index, deletes it, and
 *       releases the view: so the address cannot name another entry before he is done.
 *   <li>Who appends takes a view in that way, appends, and puts the new address into the index. Of
 *       those who append at a time the expected length lets one. If the entry is not in the index
 *       any more by then, he deletes it by its new address.
 * </ul>
 *
 * <h2>Memory</h2>
 *
 * All of it is taken when the cache is made: buffers of {@link StreamLayout#BUFFER_BYTES}, whose
 * first blocks hold all that is known of the others. On the heap there is a view for each read
 * until it is released, and a few objects for each buffer.
 *
 * <p>The design is that of Pravega's streaming cache: equal blocks, chained backwards, 32-bit
 * addresses, a buffer's beginning for what is known of its blocks. Beyond it go runs of
 * neighbouring blocks, of which one word speaks for all; appends that go on in further blocks; and
 * the pins of the views.
 */
public final class StreamCache implements AutoCloseable {
  /** No entry has this address. */
  public static final int NONE = Address.NONE;

  private final StreamOptions options;
  private final Buffers buffers;
  private final Entries entries;
  private final BackPressure room = new BackPressure();
  private volatile boolean closed;

  /**
   * Makes a cache, and takes all its memory.
   *
   * @throws OutOfMemoryError when the process may not have so much direct memory
   */
  public StreamCache(StreamOptions options) {
    this.options = options;
    this.buffers = new Buffers(options.memory().allocate(options.buffers()));
    this.entries = new Entries(buffers, room);
  }

  /**
   * Adds an entry.
   *
   * @param data the bytes from its position to its limit, which it keeps
   * @return its address, never {@link #NONE}
   * @throws CacheFullException when there is no room, and was none for as long as the cache waits
   * @throws IllegalStateException when the cache is closed
   */
  public int insert(ByteBuffer data) {
    checkOpen();
    int address = entries.insert(data);
    return address == ChainWriter.FULL
        ? onceThereIsRoom(data.remaining(), () -> entries.insert(data))
        : address;
  }

  /**
   * As {@link #insert}, but does not wait: where there is no room, who deletes entries when the
   * cache is full is asked once.
   *
   * @return {@link #NONE} when there is no room
   */
  public int insertIfRoom(ByteBuffer data) {
    checkOpen();
    int address = entries.insert(data);
    if (address == ChainWriter.FULL
        && options.whenFull().makeRoom(StreamLayout.blocksFor(data.remaining()))) {
      address = entries.insert(data);
    }
    return address == ChainWriter.FULL ? NONE : address;
  }

  /**
   * Adds bytes at the end of an entry: all of them, or none.
   *
   * @param expectedLength the bytes that the entry must have now
   * @param data the bytes from its position to its limit, which it keeps
   * @return the entry's address from now on; {@link #NONE} when the entry has another length or is
   *     not there any more, which changes nothing
   * @throws CacheFullException as {@link #insert}; the entry is as it was then
   * @throws IllegalArgumentException when an entry cannot have so many bytes
   * @throws IllegalStateException when the cache is closed
   */
  public int append(int address, int expectedLength, ByteBuffer data) {
    if (expectedLength < 0 || data.remaining() > Integer.MAX_VALUE - expectedLength) {
      throw new IllegalArgumentException(
          "An entry of %d bytes cannot get %d more: begin another one."
              .formatted(expectedLength, data.remaining()));
    }
    checkOpen();
    int end = entries.append(address, expectedLength, data);
    return end == ChainWriter.FULL
        ? onceThereIsRoom(data.remaining(), () -> entries.append(address, expectedLength, data))
        : end;
  }

  /**
   * Puts another entry in the place of one, at another address. Views of the old one stay valid.
   *
   * @return the new address; {@link #NONE} when the old one names no entry, which changes nothing
   * @throws CacheFullException as {@link #insert}; the old entry is still there then
   * @throws IllegalStateException when the cache is closed
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
   * Deletes an entry; says whether there was one. Views of it stay valid.
   *
   * @throws IllegalStateException when another thread closes the cache meanwhile
   */
  public boolean delete(int address) {
    return entries.delete(address);
  }

  /**
   * Pins an entry where it lies.
   *
   * @return its bytes as they are now, which the caller must release; null when the address names
   *     no entry
   */
  public @Nullable StreamView get(int address) {
    return entries.get(address);
  }

  /** Does what there was no room for. */
  private int onceThereIsRoom(int bytes, IntSupplier action) {
    int blocks = StreamLayout.blocksFor(bytes);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.waitMillis());
    while (true) {
      boolean mayHaveRoom = options.whenFull().makeRoom(blocks);
      boolean isLast = System.nanoTime() - deadline >= 0 || Thread.currentThread().isInterrupted();
      if (!mayHaveRoom && !isLast) {
        room.await(deadline);
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

  /** What the cache holds, added up while others use it. */
  public StreamStatistics statistics() {
    long free = buffers.freeBlocks();
    int count = buffers.count();
    long used = (long) count * StreamLayout.USABLE_BLOCKS - free;
    return new StreamStatistics(options.bytes(), count, used, free, entries.deletedInUse());
  }

  /**
   * What is wrong inside, a sentence each; only while nothing else happens. For tests and tools.
   */
  public List<String> audit() {
    return buffers.audit();
  }

  /**
   * Removes all entries. Views stay valid until they are released; the garbage collector frees the
   * memory when the last of them is gone.
   */
  @Override
  public void close() {
    closed = true;
    buffers.close();
  }
}
