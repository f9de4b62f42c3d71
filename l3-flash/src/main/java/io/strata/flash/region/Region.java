package io.strata.flash.region;

import io.strata.flash.crypt.BlockCipher;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A region from when it is opened until its space on the device is overwritten. Thread-safe.
 *
 * <h2>States</h2>
 *
 * <pre>
 *   IN MEMORY ---- written ----> ON THE DEVICE ---- retire ----> RETIRED
 *       |                                                          ^
 *       +---- retire: the device failed, or the ring wrapped ------+
 * </pre>
 *
 * <h2>Transitions</h2>
 *
 * <p>Readers <b>pin</b> a region before they read it (compare-and-set of the pin count, unless the
 * RETIRED bit is set) and unpin it afterwards. <b>Retire</b> sets that bit. From then on the pin
 * count only falls; when the writer reads zero, no thread reads the space that it is about to
 * overwrite.
 *
 * <p>The predecessor in the same space is retired but may still be read. If a region was abandoned
 * before it was written, so may its predecessor's predecessor. So each region links to its
 * predecessor until it is written itself. The space can be overwritten when all predecessors are
 * unpinned.
 *
 * <p>A region gets its sequence when it becomes the open region, before more than one thread knows
 * it. So the sequences of all regions are in the order of filling.
 *
 * <p>The buffer of a region in memory has its own reference count ({@link RegionBuffer}). A reader
 * that has pinned the region and cannot retain the buffer finds the region on the device, since the
 * writer releases the buffer only after writing it.
 */
public final class Region {
  private static final int RETIRED = 1 << 31;

  private final int number;
  private final UUID writer;
  private final @Nullable BlockCipher cipher;
  private final boolean restored;
  private final AtomicInteger pins = new AtomicInteger();
  private long sequence;
  private volatile @Nullable RegionBuffer buffer;
  private volatile @Nullable Region predecessor;
  private volatile boolean onDevice;

  /**
   * Creates a region that is about to be filled.
   *
   * @param cipher of its blocks, or null if they are not encrypted
   */
  public Region(
      int number,
      UUID writer,
      @Nullable BlockCipher cipher,
      RegionBuffer buffer,
      @Nullable Region predecessor) {
    this.number = number;
    this.writer = writer;
    this.cipher = cipher;
    this.buffer = buffer;
    this.predecessor = predecessor;
    this.restored = false;
  }

  /** Creates a region that an earlier start of the store left on the device. */
  public Region(int number, UUID writer, @Nullable BlockCipher cipher, long sequence) {
    this.number = number;
    this.writer = writer;
    this.cipher = cipher;
    this.sequence = sequence;
    this.onDevice = true;
    this.restored = true;
  }

  /** Returns the index of the region on its device. */
  public int number() {
    return number;
  }

  /** Returns the id of the start that wrote the region, on this device. */
  public UUID writer() {
    return writer;
  }

  /** Returns the cipher of the blocks, or null if they are not encrypted. */
  public @Nullable BlockCipher cipher() {
    return cipher;
  }

  /** Returns the position in the order of all regions. */
  public long sequence() {
    return sequence;
  }

  /**
   * Sets the sequence when the region is about to be filled. Called by the one thread that knows
   * the region.
   */
  public void setSequence(long next) {
    sequence = next;
  }

  /** Returns whether an earlier start of the store wrote the region. */
  public boolean isRestored() {
    return restored;
  }

  /** Pins the region, so that its space is not overwritten. Returns false if it is retired. */
  public boolean pin() {
    int current;
    do {
      current = pins.get();
      if (current < 0) {
        return false;
      }
    } while (!pins.compareAndSet(current, current + 1));
    return true;
  }

  /** Ends a pin. */
  public void unpin() {
    pins.decrementAndGet();
  }

  /** Returns the pin count; for audits. */
  public int pins() {
    return pins.get() & ~RETIRED;
  }

  /**
   * Returns the retained buffer while the region is in memory, else null. The caller has pinned the
   * region.
   */
  public @Nullable RegionBuffer retainBuffer() {
    RegionBuffer current = buffer;
    return current != null && current.retain() ? current : null;
  }

  /** Returns the buffer while the region has one, not retained; for audits. */
  public @Nullable RegionBuffer buffer() {
    return buffer;
  }

  /** Records that the region is on its device, over its predecessor. */
  public void written() {
    onDevice = true;
    buffer = null;
    predecessor = null;
  }

  /**
   * Returns the region whose bytes are in the space on the device: this one once it was written,
   * else a predecessor, or null.
   */
  public @Nullable Region onDevice() {
    Region region = this;
    while (!region.onDevice) {
      Region earlier = region.predecessor;
      if (earlier == null) {
        // The region may just have been written.
        return region.onDevice ? region : null;
      }
      region = earlier;
    }
    return region;
  }

  /** Records that the region will never be on its device, and drops the buffer. */
  public void abandoned() {
    buffer = null;
  }

  /**
   * Retires the region, so that it can no longer be pinned. Returns false if it was retired before.
   */
  public boolean retire() {
    return pins.getAndUpdate(count -> count | RETIRED) >= 0;
  }

  /** Returns whether the region is retired. Once true it stays true. */
  public boolean isRetired() {
    return pins.get() < 0;
  }

  /** Returns whether no reader has pinned the region. If it is retired, true is final. */
  private boolean isUnpinned() {
    return pins() == 0;
  }

  /** Returns whether no reader has pinned a predecessor in the region's space. */
  public boolean arePredecessorsUnpinned() {
    for (Region each = predecessor; each != null; each = each.predecessor) {
      if (!each.isUnpinned()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether neither the region nor a predecessor is pinned. */
  public boolean isWholeChainUnpinned() {
    return isUnpinned() && arePredecessorsUnpinned();
  }
}
