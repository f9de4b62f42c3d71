package io.strata.perf.stream.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.caffinitas.ohc.CacheSerializer;
import org.caffinitas.ohc.DirectValueAccess;
import org.caffinitas.ohc.OHCache;
import org.caffinitas.ohc.OHCacheBuilder;

/** OHC, an off-heap hash table. Reads access values in place, so that they copy once. */
final class OhcEngine extends KeyedEngine {
  /**
   * Capacity in addition to that of the other engines: each segment evicts at its share of the
   * capacity, and entries are distributed unevenly. OHC allocates memory only for stored entries.
   */
  private static final long SKEW_BYTES = 256L << 20;

  private final OHCache<Long, byte[]> cache;

  OhcEngine(Sizing sizing) {
    super(sizing.entries());
    this.cache =
        OHCacheBuilder.<Long, byte[]>newBuilder()
            .keySerializer(new Keys())
            .valueSerializer(new Values())
            .capacity(sizing.blockBytes() + SKEW_BYTES)
            .throwOOME(true)
            .build();
  }

  @Override
  void put(long key, byte[] data) {
    if (!cache.put(key, data)) {
      throw new IllegalStateException("OHC is full.");
    }
  }

  @Override
  int get(long key, byte[] into) {
    try (DirectValueAccess value = Objects.requireNonNull(cache.getDirect(key))) {
      ByteBuffer bytes = value.buffer();
      int length = bytes.remaining();
      bytes.get(into, 0, length);
      return length;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  void remove(long key) {
    if (!cache.remove(key)) {
      throw new IllegalStateException("OHC lost an entry.");
    }
  }

  @Override
  public long configuredBytes() {
    return cache.capacity();
  }

  @Override
  public void close() {
    try {
      cache.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final class Keys implements CacheSerializer<Long> {
    @Override
    public void serialize(Long value, ByteBuffer buffer) {
      buffer.putLong(value);
    }

    @Override
    public Long deserialize(ByteBuffer buffer) {
      return buffer.getLong();
    }

    @Override
    public int serializedSize(Long value) {
      return Long.BYTES;
    }
  }

  private static final class Values implements CacheSerializer<byte[]> {
    @Override
    public void serialize(byte[] value, ByteBuffer buffer) {
      buffer.put(value);
    }

    @Override
    public byte[] deserialize(ByteBuffer buffer) {
      byte[] value = new byte[buffer.remaining()];
      buffer.get(value);
      return value;
    }

    @Override
    public int serializedSize(byte[] value) {
      return value.length;
    }
  }
}
