package io.strata.perf.flash.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The engines to measure. */
public enum EngineKind {
  /** Strata's flash tier. */
  STRATA("Strata", StrataEngine.FILE),
  /** HBase's BucketCache with files. */
  HBASE("HBase file engine", HBaseEngine.FILE),
  /** The disk alone, as the upper bound. */
  DISK("the disk alone", DiskEngine.FILE),
  /** Each block written individually by the inserting thread. */
  WRITE_THROUGH("a write for each block", WriteThroughEngine.FILE);

  private final String title;
  private final String file;

  EngineKind(String title, String file) {
    this.title = title;
    this.file = file;
  }

  /** Returns the name in tables. */
  public String title() {
    return title;
  }

  /** Opens the engine. */
  public Engine open(Setup setup) throws IOException {
    return switch (this) {
      case STRATA -> new StrataEngine(setup);
      case HBASE -> new HBaseEngine(setup);
      case DISK -> new DiskEngine(setup);
      case WRITE_THROUGH -> new WriteThroughEngine(setup);
    };
  }

  /** Returns the files with the engine's blocks. */
  public List<Path> files(Setup setup) {
    return setup.files(file);
  }
}
