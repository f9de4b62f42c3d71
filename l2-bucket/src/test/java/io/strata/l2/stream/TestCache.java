package io.strata.l2.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.strata.l2.stream.layout.StreamLayout;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** A cache that verifies on close that no block and no pin has leaked. */
final class TestCache implements AutoCloseable {
  private final StreamCache cache;

  TestCache(int buffers) {
    this(StreamOptions.ofBytes((long) buffers * StreamLayout.BUFFER_BYTES).withWaitMillis(0));
  }

  TestCache(StreamOptions options) {
    this.cache = new StreamCache(options);
  }

  StreamCache cache() {
    return cache;
  }

  /** Returns bytes derived from a number and the offset. */
  static ByteBuffer bytes(long number, int from, int count) {
    return ByteBuffer.wrap(array(number, from, count));
  }

  /** As {@link #bytes}. */
  static byte[] array(long number, int from, int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = byteAt(number, from + i);
    }
    return bytes;
  }

  static byte byteAt(long number, int at) {
    long mixed = (number * 0x9E3779B97F4A7C15L + at) * 0xD6E8FEB86659FD93L;
    return (byte) (mixed >>> 40);
  }

  /** Returns random bytes. */
  static ByteBuffer random(SplittableRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  /** Returns a copy of the entry at an address, or null. */
  byte[] read(int address) {
    try (StreamView view = cache.get(address)) {
      return view == null ? null : view.toByteArray();
    }
  }

  /** Fails unless all blocks are free. */
  void proveEmpty() {
    assertThat(cache.audit()).isEmpty();
    assertThat(cache.statistics().usedBlocks()).as("leaked blocks").isZero();
    assertThat(cache.statistics().deletedInUse()).as("entries in use").isZero();
  }

  @Override
  public void close() {
    proveEmpty();
    cache.close();
  }
}
