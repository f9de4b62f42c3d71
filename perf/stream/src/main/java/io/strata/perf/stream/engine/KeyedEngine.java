package io.strata.perf.stream.engine;

/**
 * An engine that stores immutable values by key. Each append is a separate value, so that only the
 * appended bytes are copied; rewriting a longer value would copy up to a megabyte per append.
 */
abstract class KeyedEngine implements AppendEngine {
  private final AppendedEntries[] streams;

  /** Creates an engine for numbers below a bound. */
  KeyedEngine(int numbers) {
    this.streams = new AppendedEntries[numbers];
  }

  /** Inserts a value under a key that has none. */
  abstract void put(long key, byte[] data);

  /** Copies a value and returns its length. */
  abstract int get(long key, byte[] into);

  /** Removes the value of a key that has one. */
  abstract void remove(long key);

  /** Removes the values of all keys from {@code from}, inclusive, to {@code to}, exclusive. */
  void removeAll(long from, long to) {
    for (long key = from; key < to; key++) {
      remove(key);
    }
  }

  private static long key(int number, int entry) {
    return (long) number << Integer.SIZE | entry;
  }

  @Override
  public void insert(int number, byte[] data) {
    put(key(number, 0), data);
  }

  @Override
  public int read(int number, byte[] into) {
    return get(key(number, 0), into);
  }

  @Override
  public void delete(int number) {
    remove(key(number, 0));
  }

  @Override
  public int append(int number, byte[] data) {
    AppendedEntries entries = streams[number];
    if (entries == null) {
      entries = new AppendedEntries();
      streams[number] = entries;
    }
    if (entries.length() + data.length > MAX_STREAM_BYTES) {
      removeAll(key(number, 0), key(number, entries.count()));
      entries.clear();
    }
    int begin = entries.length();
    put(key(number, entries.count()), data);
    entries.add(entries.count(), data.length);
    return begin;
  }

  @Override
  public void readAppended(int number, int from, byte[] into) {
    AppendedEntries entries = streams[number];
    if (get(key(number, entries.address(entries.indexAt(from))), into) != into.length) {
      throw new IllegalStateException("The engine returned an append of a different length.");
    }
  }
}
