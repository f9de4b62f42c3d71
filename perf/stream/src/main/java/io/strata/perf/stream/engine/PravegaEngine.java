package io.strata.perf.stream.engine;

import io.pravega.common.util.BufferView;
import io.pravega.common.util.ByteArraySegment;
import io.pravega.segmentstore.storage.cache.DirectMemoryCache;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Pravega's streaming cache. An entry of it can be filled up to the end of its last block; so what
 * is appended beyond makes another entry, as it does in Pravega's read index.
 */
final class PravegaEngine implements AppendEngine {
  private final DirectMemoryCache cache;
  private final long bytes;
  private final int[] addresses;
  private final Parts[] streams;

  PravegaEngine(Sizing sizing) {
    this.bytes = sizing.blockBytes();
    this.cache = new DirectMemoryCache(bytes);
    this.addresses = new int[sizing.entries()];
    this.streams = new Parts[sizing.entries()];
  }

  @Override
  public void insert(int number, byte[] data) {
    addresses[number] = cache.insert(new ByteArraySegment(data));
  }

  @Override
  public int read(int number, byte[] into) {
    return view(addresses[number]).copyTo(ByteBuffer.wrap(into));
  }

  private BufferView view(int address) {
    return Objects.requireNonNull(cache.get(address));
  }

  @Override
  public void delete(int number) {
    cache.delete(addresses[number]);
  }

  @Override
  public int append(int number, byte[] data) {
    Parts parts = streams[number];
    if (parts == null) {
      parts = new Parts();
      streams[number] = parts;
    }
    if (parts.length() + data.length > LONGEST) {
      for (int i = 0; i < parts.count(); i++) {
        cache.delete(parts.address(i));
      }
      parts.clear();
    }
    int begin = parts.length();
    ByteArraySegment source = new ByteArraySegment(data);
    int done = parts.count() == 0 ? 0 : fill(parts, source);
    if (done < data.length) {
      int rest = data.length - done;
      parts.add(cache.insert(source.slice(done, rest)), rest);
    }
    return begin;
  }

  /** Fills the last block of the newest entry; returns how many bytes found room there. */
  private int fill(Parts parts, ByteArraySegment source) {
    int last = parts.count() - 1;
    int length = parts.length() - parts.begin(last);
    int room = Math.min(cache.getAppendableLength(length), source.getLength());
    if (room == 0) {
      return 0;
    }
    if (cache.append(parts.address(last), length, source.slice(0, room)) != room) {
      throw new IllegalStateException("Pravega's cache appended fewer bytes than it could.");
    }
    parts.lengthen(room);
    return room;
  }

  @Override
  public void readAppended(int number, int from, byte[] into) {
    Parts parts = streams[number];
    int done = 0;
    for (int part = parts.holding(from); done < into.length; part++) {
      BufferView view = view(parts.address(part));
      int skip = from + done - parts.begin(part);
      int count = Math.min(view.getLength() - skip, into.length - done);
      view.slice(skip, count).copyTo(ByteBuffer.wrap(into, done, count));
      done += count;
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
