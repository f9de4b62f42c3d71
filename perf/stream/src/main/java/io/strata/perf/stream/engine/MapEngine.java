package io.strata.perf.stream.engine;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

/**
 * A {@link HashMap} of arrays on the heap. Not thread-safe, so it is left out of appends, which
 * several producers make concurrently.
 */
final class MapEngine implements EntryEngine {
  private final Map<Integer, byte[]> map = new HashMap<>();

  @Override
  public void insert(int number, byte[] data) {
    map.put(number, data.clone());
  }

  @Override
  public int read(int number, byte[] into) {
    byte[] data = Objects.requireNonNull(map.get(number));
    System.arraycopy(data, 0, into, 0, data.length);
    return data.length;
  }

  @Override
  public void delete(int number) {
    Objects.requireNonNull(map.remove(number));
  }

  @Override
  public long configuredBytes() {
    return Runtime.getRuntime().maxMemory();
  }

  @Override
  public void close() {
    map.clear();
  }
}
