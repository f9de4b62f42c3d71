package io.strata.perf.stream.engine;

/**
 * An engine of values by key. A value does not grow, so each append is another one: that copies
 * what is appended and no more, where a value that is read, lengthened and written is copied whole,
 * up to a megabyte for each append.
 */
abstract class KeyedEngine implements AppendEngine {
  private final Parts[] streams;

  /** Of so many numbers. */
  KeyedEngine(int numbers) {
    this.streams = new Parts[numbers];
  }

  /** Adds a value under a key that has none. */
  abstract void put(long key, byte[] data);

  /** Copies a value; returns its length. */
  abstract int get(long key, byte[] into);

  /** Removes the value of a key that has one. */
  abstract void remove(long key);

  /** Removes the values of all keys from one up to the one before another. */
  void removeAll(long from, long to) {
    for (long key = from; key < to; key++) {
      remove(key);
    }
  }

  private static long key(int number, int part) {
    return (long) number << Integer.SIZE | part;
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
    Parts parts = streams[number];
    if (parts == null) {
      parts = new Parts();
      streams[number] = parts;
    }
    if (parts.length() + data.length > LONGEST) {
      removeAll(key(number, 0), key(number, parts.count()));
      parts.clear();
    }
    int begin = parts.length();
    put(key(number, parts.count()), data);
    parts.add(parts.count(), data.length);
    return begin;
  }

  @Override
  public void readAppended(int number, int from, byte[] into) {
    Parts parts = streams[number];
    if (get(key(number, parts.address(parts.holding(from))), into) != into.length) {
      throw new IllegalStateException("An append has another length than it was given.");
    }
  }
}
