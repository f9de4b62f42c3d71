package io.strata.perf.stream.engine;

import io.pravega.common.util.BufferView;
import io.pravega.common.util.ByteArraySegment;
import io.pravega.segmentstore.storage.cache.DirectMemoryCache;
import java.nio.ByteBuffer;
import java.util.Objects;

/**
 * Pravega's streaming cache. An entry is appendable up to the end of its last block; bytes beyond
 * that become another entry, as in Pravega's read index.
 */
final class PravegaEngine implements AppendEngine {
  private final DirectMemoryCache cache;
  private final long bytes;
  private final int[] addresses;
  private final AppendedEntries[] streams;

  PravegaEngine(Sizing sizing) {
    this.bytes = sizing.blockBytes();
    this.cache = new DirectMemoryCache(bytes);
    this.addresses = new int[sizing.entries()];
    this.streams = new AppendedEntries[sizing.entries()];
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
    AppendedEntries entries = streams[number];
    if (entries == null) {
      entries = new AppendedEntries();
      streams[number] = entries;
    }
    if (entries.length() + data.length > MAX_STREAM_BYTES) {
      for (int i = 0; i < entries.count(); i++) {
        cache.delete(entries.address(i));
      }
      entries.clear();
    }
    int begin = entries.length();
    ByteArraySegment source = new ByteArraySegment(data);
    int done = entries.count() == 0 ? 0 : fill(entries, source);
    if (done < data.length) {
      int rest = data.length - done;
      entries.add(cache.insert(source.slice(done, rest)), rest);
    }
    return begin;
  }

  /** Fills the last block of the newest entry and returns the number of bytes appended to it. */
  private int fill(AppendedEntries entries, ByteArraySegment source) {
    int last = entries.count() - 1;
    int length = entries.length() - entries.offset(last);
    int count = Math.min(cache.getAppendableLength(length), source.getLength());
    if (count == 0) {
      return 0;
    }
    if (cache.append(entries.address(last), length, source.slice(0, count)) != count) {
      throw new IllegalStateException("Pravega's cache appended fewer bytes than it could.");
    }
    entries.extendLast(count);
    return count;
  }

  @Override
  public void readAppended(int number, int from, byte[] into) {
    AppendedEntries entries = streams[number];
    int done = 0;
    for (int i = entries.indexAt(from); done < into.length; i++) {
      BufferView view = view(entries.address(i));
      int skip = from + done - entries.offset(i);
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
