package io.strata.perf.stream.engine;

import java.nio.file.Path;

/** The engines, as the report names them. */
public enum EngineKind {
  /** The figures are ratios to this one's. */
  PRAVEGA("Pravega's DirectMemoryCache"),
  STRATA("Strata"),
  HASH_MAP("HashMap, copying"),
  PLACES("Copying alone"),
  OHC("OHC"),
  ROCKSDB("RocksDB");

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
  public EntryEngine open(Sizing sizing, Path folder) {
    return switch (this) {
      case PRAVEGA -> new PravegaEngine(sizing);
      case STRATA -> new StrataEngine(sizing);
      case HASH_MAP -> new MapEngine();
      case PLACES -> new PlacesEngine(sizing);
      case OHC -> new OhcEngine(sizing);
      case ROCKSDB -> new RocksEngine(sizing, folder);
    };
  }
}
