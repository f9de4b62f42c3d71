package io.strata.l2.stream;

import io.strata.l2.stream.buffer.BlockBuffer;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of an entry at the time of {@link StreamCache#get}, in place. They do not change until
 * {@link #release}, whatever happens to the entry. After that, neither the view nor the buffers it
 * returned may be used. Thread-safe; one thread must release it, once.
 */
public final class StreamView implements AutoCloseable {
  private static final VarHandle RELEASED;

  static {
    try {
      RELEASED = MethodHandles.lookup().findVarHandle(StreamView.class, "released", boolean.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** Consecutive bytes of a buffer. */
  record Extent(BlockBuffer buffer, int offset, int bytes) {}

  private final Entries entries;
  private final BlockBuffer firstBuffer;
  private final int firstBlock;
  private final int length;

  /** The first extent; most entries have no other. */
  private final Extent first;

  private final Extent @Nullable [] all;

  @SuppressWarnings("UnusedVariable") // by its VarHandle
  private boolean released;

  /**
   * @param firstBuffer the buffer of the pinned block
   * @param firstBlock the number of the pinned block
   * @param all all extents, or null if there is only one
   */
  StreamView(
      Entries entries,
      BlockBuffer firstBuffer,
      int firstBlock,
      int length,
      Extent first,
      Extent @Nullable [] all) {
    this.entries = entries;
    this.firstBuffer = firstBuffer;
    this.firstBlock = firstBlock;
    this.length = length;
    this.first = first;
    this.all = all;
  }

  /** Returns the length of the entry, in bytes. */
  public int length() {
    return length;
  }

  /** Returns the bytes in order: a read-only, big-endian buffer per extent. */
  public List<ByteBuffer> buffers() {
    if (all == null) {
      return List.of(viewOf(first));
    }
    List<ByteBuffer> buffers = new ArrayList<>(all.length);
    for (Extent each : all) {
      buffers.add(viewOf(each));
    }
    return buffers;
  }

  private static ByteBuffer viewOf(Extent extent) {
    return extent.buffer.view(extent.offset, extent.bytes);
  }

  /** Returns the number of buffers that {@link #buffers} returns. */
  public int pieces() {
    return all == null ? 1 : all.length;
  }

  /**
   * Returns the byte at an offset.
   *
   * @throws IndexOutOfBoundsException if the entry is shorter
   */
  public byte get(int offset) {
    Objects.checkIndex(offset, length);
    int at = offset;
    Extent here = first;
    for (int i = 1; at >= here.bytes; i++) {
      at -= here.bytes;
      here = Objects.requireNonNull(all)[i];
    }
    return here.buffer.get(here.offset + at);
  }

  /**
   * Copies bytes to the target's position, which is advanced.
   *
   * @param offset offset of the first byte
   * @param bytes number of bytes
   * @throws IndexOutOfBoundsException if the entry is shorter, or the target has too few bytes
   *     remaining
   */
  public void copyTo(ByteBuffer target, int offset, int bytes) {
    Objects.checkFromIndexSize(offset, bytes, length);
    Objects.checkFromIndexSize(target.position(), bytes, target.limit());
    int skip = offset;
    int left = bytes;
    int to = target.position();
    Extent here = first;
    for (int i = 1; ; i++) {
      int count = Math.min(left, here.bytes - skip);
      if (count > 0) {
        here.buffer.read(here.offset + skip, target, to, count);
        to += count;
        left -= count;
      }
      if (left == 0) {
        break;
      }
      skip = Math.max(0, skip - here.bytes);
      here = Objects.requireNonNull(all)[i];
    }
    target.position(to);
  }

  /** Copies all bytes; see {@link #copyTo(ByteBuffer, int, int)}. */
  public void copyTo(ByteBuffer target) {
    copyTo(target, 0, length);
  }

  /** Returns a copy of all bytes. */
  public byte[] toByteArray() {
    byte[] bytes = new byte[length];
    copyTo(ByteBuffer.wrap(bytes));
    return bytes;
  }

  /**
   * Releases the pin.
   *
   * @throws IllegalStateException if the view is released already
   */
  public void release() {
    if ((boolean) RELEASED.getAndSet(this, true)) {
      throw new IllegalStateException("The view is released already.");
    }
    entries.unpin(firstBuffer, firstBlock);
  }

  /** As {@link #release}. */
  @Override
  public void close() {
    release();
  }
}
