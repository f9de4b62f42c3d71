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
 * An entry's bytes as they were when it was asked for, where they lie. They stay as they are until
 * {@link #release}, whatever becomes of the entry; the view must not be used afterwards, nor what
 * it gave out. Safe for use by any number of threads, of which one releases it.
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

  /** Neighbouring bytes. */
  record Part(BlockBuffer buffer, int place, int bytes) {}

  private final Entries entries;
  private final BlockBuffer firstBuffer;
  private final int firstBlock;
  private final int length;

  /** The first part; most entries have no other. */
  private final Part part;

  private final Part @Nullable [] parts;

  @SuppressWarnings("UnusedVariable") // by its VarHandle
  private boolean released;

  /**
   * @param firstBuffer of the block that is pinned, and its number there
   * @param parts all parts, or null when there is one
   */
  StreamView(
      Entries entries,
      BlockBuffer firstBuffer,
      int firstBlock,
      int length,
      Part part,
      Part @Nullable [] parts) {
    this.entries = entries;
    this.firstBuffer = firstBuffer;
    this.firstBlock = firstBlock;
    this.length = length;
    this.part = part;
    this.parts = parts;
  }

  /** How many bytes the entry had. */
  public int length() {
    return length;
  }

  /** The bytes in order, read-only and big-endian, in as few pieces as they lie in. */
  public List<ByteBuffer> buffers() {
    if (parts == null) {
      return List.of(viewOf(part));
    }
    List<ByteBuffer> buffers = new ArrayList<>(parts.length);
    for (Part each : parts) {
      buffers.add(viewOf(each));
    }
    return buffers;
  }

  private static ByteBuffer viewOf(Part part) {
    return part.buffer.view(part.place, part.bytes);
  }

  /** How many pieces the bytes lie in. */
  public int pieces() {
    return parts == null ? 1 : parts.length;
  }

  /**
   * The byte at an offset.
   *
   * @throws IndexOutOfBoundsException when the entry had fewer bytes
   */
  public byte get(int offset) {
    Objects.checkIndex(offset, length);
    int at = offset;
    Part here = part;
    for (int i = 1; at >= here.bytes; i++) {
      at -= here.bytes;
      here = Objects.requireNonNull(parts)[i];
    }
    return here.buffer.get(here.place + at);
  }

  /**
   * Copies bytes to the target's position, which moves behind them.
   *
   * @param offset of the first one
   * @param bytes how many
   * @throws IndexOutOfBoundsException when the entry had fewer, or the target has no room for them
   */
  public void copyTo(ByteBuffer target, int offset, int bytes) {
    Objects.checkFromIndexSize(offset, bytes, length);
    Objects.checkFromIndexSize(target.position(), bytes, target.limit());
    int skip = offset;
    int left = bytes;
    int to = target.position();
    Part here = part;
    for (int i = 1; ; i++) {
      int count = Math.min(left, here.bytes - skip);
      if (count > 0) {
        here.buffer.read(here.place + skip, target, to, count);
        to += count;
        left -= count;
      }
      if (left == 0) {
        break;
      }
      skip = Math.max(0, skip - here.bytes);
      here = Objects.requireNonNull(parts)[i];
    }
    target.position(to);
  }

  /** Copies all bytes; otherwise as {@link #copyTo(ByteBuffer, int, int)}. */
  public void copyTo(ByteBuffer target) {
    copyTo(target, 0, length);
  }

  /** All bytes, copied. */
  public byte[] toByteArray() {
    byte[] bytes = new byte[length];
    copyTo(ByteBuffer.wrap(bytes));
    return bytes;
  }

  /**
   * Lets the bytes go.
   *
   * @throws IllegalStateException when that was done before
   */
  public void release() {
    if ((boolean) RELEASED.getAndSet(this, true)) {
      throw new IllegalStateException("A view was released twice.");
    }
    entries.unpin(firstBuffer, firstBlock);
  }

  /** As {@link #release}. */
  @Override
  public void close() {
    release();
  }
}
