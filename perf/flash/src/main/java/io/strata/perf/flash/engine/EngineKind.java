package io.strata.perf.flash.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The engines that are measured. */
public enum EngineKind {
  /** Strata's flash tier. */
  STRATA("Strata", StrataEngine.FILE),
  /** HBase's BucketCache on files. */
  HBASE("HBase file engine", HBaseEngine.FILE),
  /** What the disk gives to an engine that loses no time. */
  DISK("the disk alone", DiskEngine.FILE),
  /** Each block written by itself, by the thread that inserts it. */
  WRITE_THROUGH("a write for each block", WriteThroughEngine.FILE);

  private final String title;
  private final String file;

  EngineKind(String title, String file) {
    this.title = title;
    this.file = file;
  }

  /** What it is called in tables. */
  public String title() {
    return title;
  }

  /** Opens it. */
  public Engine open(Setup setup) throws IOException {
    return switch (this) {
      case STRATA -> new StrataEngine(setup);
      case HBASE -> new HBaseEngine(setup);
      case DISK -> new DiskEngine(setup);
      case WRITE_THROUGH -> new WriteThroughEngine(setup);
    };
  }

  /** The files in which it keeps blocks. */
  public List<Path> files(Setup setup) {
    return setup.files(file);
  }
}
