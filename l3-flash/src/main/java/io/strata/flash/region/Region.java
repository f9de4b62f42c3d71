package io.strata.flash.region;

import io.strata.flash.crypt.BlockCipher;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One region from when it is opened until its place on the device is written anew. Thread-safe.
 *
 * <pre>
 *   IN MEMORY ---- written ----> ON THE DEVICE ---- retire ----> RETIRED
 *       |                                                          ^
 *       +---- retire: the device failed, or went round before -----+
 * </pre>
 *
 * <p>Readers <b>pin</b> a region before they read it (compare-and-set of the number of pins, while
 * the bit for RETIRED is not set) and unpin it afterwards. <b>Retire</b> sets that bit: no pin is
 * taken from then on, so that the number only falls, and when the writer reads zero nobody reads
 * the place that it is about to write.
 *
 * <p>What lay in the place before is retired, but may still be read; and when a region was given up
 * before it was written, so may what lay there before that. So each region knows the one before,
 * until it is written itself, and the place is unread when all of the chain are.
 *
 * <p>A region gets its sequence when its turn to be filled comes, before any thread but one knows
 * of it, so that the sequences of all regions are in the order in which they were filled.
 *
 * <p>The buffer of a region in memory has a count of its own ({@link RegionBuffer}): whoever pins
 * the region and cannot retain its buffer finds the region on its device, since the writer lets go
 * of the buffer only after it has written it.
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
  private volatile @Nullable Region before;
  private volatile boolean onDevice;

  /**
   * A region that is about to be filled.
   *
   * @param cipher of its blocks, or null when they are not encrypted
   */
  public Region(
      int number,
      UUID writer,
      @Nullable BlockCipher cipher,
      RegionBuffer buffer,
      @Nullable Region before) {
    this.number = number;
    this.writer = writer;
    this.cipher = cipher;
    this.buffer = buffer;
    this.before = before;
    this.restored = false;
  }

  /** A region that an earlier start of the store has left on the device. */
  public Region(int number, UUID writer, @Nullable BlockCipher cipher, long sequence) {
    this.number = number;
    this.writer = writer;
    this.cipher = cipher;
    this.sequence = sequence;
    this.onDevice = true;
    this.restored = true;
  }

  /** Its place on its device. */
  public int number() {
    return number;
  }

  /** Which start of the store wrote it, on which device. */
  public UUID writer() {
    return writer;
  }

  /** What encrypts its blocks, or null when they are not encrypted. */
  public @Nullable BlockCipher cipher() {
    return cipher;
  }

  /** Its place in the order of all regions. */
  public long sequence() {
    return sequence;
  }

  /** The region's turn to be filled has come; by the one thread that knows of it. */
  public void setSequence(long next) {
    sequence = next;
  }

  /** Whether an earlier start of the store has written it. */
  public boolean isRestored() {
    return restored;
  }

  /** Keeps the region's place from being written anew; says false when that is about to be. */
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

  /** Gives back a pin. */
  public void unpin() {
    pins.decrementAndGet();
  }

  /** Pins that were not given back yet; for audits. */
  public int pins() {
    return pins.get() & ~RETIRED;
  }

  /** The buffer, retained, while the region is in memory; only for those that pin the region. */
  public @Nullable RegionBuffer retainBuffer() {
    RegionBuffer current = buffer;
    return current != null && current.retain() ? current : null;
  }

  /** The buffer while the region has one, not retained; for audits. */
  public @Nullable RegionBuffer buffer() {
    return buffer;
  }

  /** The region is on its device, in the place of what was there before. */
  public void written() {
    onDevice = true;
    buffer = null;
    before = null;
  }

  /** What lies in the place on the device: the region itself once it was written; or null. */
  public @Nullable Region onDevice() {
    Region region = this;
    while (!region.onDevice) {
      Region earlier = region.before;
      if (earlier == null) {
        // It may just have been written.
        return region.onDevice ? region : null;
      }
      region = earlier;
    }
    return region;
  }

  /** The region will never be on its device: its buffer need not be asked for any more. */
  public void abandoned() {
    buffer = null;
  }

  /** No reader gets the region from now on; says false when that was so before. */
  public boolean retire() {
    return pins.getAndUpdate(count -> count | RETIRED) >= 0;
  }

  /** Whether no reader gets the region any more; once true it stays so. */
  public boolean isRetired() {
    return pins.get() < 0;
  }

  /** Whether no reader has the region; of a retired region this stays true. */
  private boolean isUnread() {
    return pins() == 0;
  }

  /** Whether nobody reads what lies in the region's place from before it. */
  public boolean isPlaceUnread() {
    for (Region each = before; each != null; each = each.before) {
      if (!each.isUnread()) {
        return false;
      }
    }
    return true;
  }

  /** As {@link #isPlaceUnread}, and nobody reads the region itself. */
  public boolean isWhollyUnread() {
    return isUnread() && isPlaceUnread();
  }
}
