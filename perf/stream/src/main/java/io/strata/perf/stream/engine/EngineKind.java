package io.strata.perf.stream.engine;

import java.nio.file.Path;

/** The measured engines. */
public enum EngineKind {
  /** Pravega's streaming cache, the base of the ratios in the report. */
  PRAVEGA("Pravega's DirectMemoryCache"),
  STRATA("Strata"),
  HASH_MAP("HashMap, copying"),
  /** No cache: the cost of copying alone. */
  PLACES("Copying alone"),
  OHC("OHC"),
  ROCKSDB("RocksDB");

  private final String title;

  EngineKind(String title) {
    this.title = title;
  }

  /** Returns the name shown in tables. */
  public String title() {
    return title;
  }

  /** Returns whether {@link #open} returns an {@link AppendEngine}. */
  public boolean appends() {
    return this != HASH_MAP && this != PLACES;
  }

  /** Returns whether the engine is so slow that it is measured in a single process. */
  public boolean isSlow() {
    return this == ROCKSDB;
  }

  /** Returns whether entries are objects on the heap. */
  public boolean isOnHeap() {
    return this == HASH_MAP;
  }

  /**
   * Opens a new engine.
   *
   * @param folder for the files of engines that write files
   */
  public EntryEngine open(Sizing sizing, Path folder) {
    return switch (this) {
      case PRAVEGA -> new PravegaEngine(sizing);
      case STRATA -> new StrataEngine(sizing);
      case HASH_MAP -> new MapEngine();
      case PLACES -> new CopyOnlyEngine(sizing);
      case OHC -> new OhcEngine(sizing);
      case ROCKSDB -> new RocksEngine(sizing, folder);
    };
  }
}
