package io.strata.perf.stream.engine;

import java.nio.file.Path;

/** The engines, as the report names them. */
public enum EngineKind {
  /** The figures are ratios to this one's. */
  PRAVEGA("Pravega's DirectMemoryCache") {
    @Override
    public EntryEngine open(Sizing sizing, Path folder) {
      return new PravegaEngine(sizing);
    }
  },
  STRATA("Strata") {
    @Override
    public EntryEngine open(Sizing sizing, Path folder) {
      return new StrataEngine(sizing);
    }
  },
  HASH_MAP("HashMap, copying") {
    @Override
    public EntryEngine open(Sizing sizing, Path folder) {
      return new MapEngine();
    }
  },
  PLACES("Copying alone") {
    @Override
    public EntryEngine open(Sizing sizing, Path folder) {
      return new PlacesEngine(sizing);
    }
  },
  OHC("OHC") {
    @Override
    public EntryEngine open(Sizing sizing, Path folder) {
      return new OhcEngine(sizing);
    }
  },
  ROCKSDB("RocksDB") {
    @Override
    public EntryEngine open(Sizing sizing, Path folder) {
      return new RocksEngine(sizing, folder);
    }
  };

  private final String title;

  EngineKind(String title) {
    this.title = title;
  }

  /** The name in tables. */
  public String title() {
    return title;
  }

  /** Whether {@link #open} makes an {@link AppendEngine}. */
  public boolean appends() {
    return this != HASH_MAP && this != PLACES;
  }

  /** Whether it takes so long that it is measured in one process, where others have several. */
  public boolean isSlow() {
    return this == ROCKSDB;
  }

  /** Whether entries are objects of the heap. */
  public boolean isOnHeap() {
    return this == HASH_MAP;
  }

  /**
   * Makes one.
   *
   * @param folder for files, of those that write any
   */
  public abstract EntryEngine open(Sizing sizing, Path folder);
}
