package io.strata.perf.stream.engine;

import io.strata.l2.stream.StreamCache;
import io.strata.l2.stream.StreamOptions;
import io.strata.l2.stream.StreamView;
import java.nio.ByteBuffer;
import java.util.Objects;

/** Strata's cache of appendable entries. */
final class StrataEngine implements AppendEngine {
  private final StreamCache cache;
  private final long bytes;
  private final int[] addresses;
  private final Stream[] streams;

  /** The single entry of a stream. */
  private static final class Stream {
    /** Padding around the words, so that two producers do not share a cache line. */
    private static final int PADDING = 16;

    private final int[] words = new int[2 * PADDING + 2];

    int address() {
      return words[PADDING];
    }

    int length() {
      return words[PADDING + 1];
    }

    void set(int address, int length) {
      words[PADDING] = address;
      words[PADDING + 1] = length;
    }
  }

  StrataEngine(Sizing sizing) {
    this.bytes = sizing.blockBytes();
    this.cache = new StreamCache(StreamOptions.ofBytes(bytes));
    this.addresses = new int[sizing.entries()];
    this.streams = new Stream[sizing.entries()];
  }

  @Override
  public void insert(int number, byte[] data) {
    addresses[number] = cache.insert(ByteBuffer.wrap(data));
  }

  @Override
  public int read(int number, byte[] into) {
    try (StreamView view = view(addresses[number])) {
      view.copyTo(ByteBuffer.wrap(into));
      return view.length();
    }
  }

  private StreamView view(int address) {
    return Objects.requireNonNull(cache.get(address));
  }

  @Override
  public void delete(int number) {
    delete(number, addresses[number]);
  }

  private void delete(int number, int address) {
    if (!cache.delete(address)) {
      throw new IllegalStateException("Strata lost entry " + number + ".");
    }
  }

  @Override
  public int append(int number, byte[] data) {
    Stream stream = streams[number];
    if (stream == null) {
      stream = new Stream();
      streams[number] = stream;
    }
    int address = stream.address();
    int length = stream.length();
    if (length + data.length > MAX_STREAM_BYTES) {
      delete(number, address);
      length = 0;
    }
    ByteBuffer source = ByteBuffer.wrap(data);
    int next = length == 0 ? cache.insert(source) : cache.append(address, length, source);
    if (next == StreamCache.NONE) {
      throw new IllegalStateException("Strata lost stream " + number + ".");
    }
    stream.set(next, length + data.length);
    return length;
  }

  @Override
  public void readAppended(int number, int from, byte[] into) {
    try (StreamView view = view(streams[number].address())) {
      view.copyTo(ByteBuffer.wrap(into), from, into.length);
    }
  }

  @Override
  public long configuredBytes() {
    return bytes;
  }

  @Override
  public void close() {
    cache.close();
  }
}
