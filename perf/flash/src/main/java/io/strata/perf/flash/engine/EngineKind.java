package io.strata.perf.flash.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The engines that are measured. */
public enum EngineKind {
  /** Strata's flash tier. */
  STRATA("Strata") {
    @Override
    public Engine open(Setup setup) throws IOException {
      return new StrataEngine(setup);
    }

    @Override
    public List<Path> files(Setup setup) {
      return setup.files(StrataEngine.FILE);
    }
  },
  /** HBase's BucketCache on files. */
  HBASE("HBase file engine") {
    @Override
    public Engine open(Setup setup) throws IOException {
      return new HBaseEngine(setup);
    }

    @Override
    public List<Path> files(Setup setup) {
      return setup.files(HBaseEngine.FILE);
    }
  },
  /** What the disk gives to an engine that loses no time. */
  DISK("the disk alone") {
    @Override
    public Engine open(Setup setup) throws IOException {
      return new DiskEngine(setup);
    }

    @Override
    public List<Path> files(Setup setup) {
      return setup.files(DiskEngine.FILE);
    }
  },
  /** Each block written by itself, by the thread that inserts it. */
  WRITE_THROUGH("a write for each block") {
    @Override
    public Engine open(Setup setup) throws IOException {
      return new WriteThroughEngine(setup);
    }

    @Override
    public List<Path> files(Setup setup) {
      return setup.files(WriteThroughEngine.FILE);
    }
  };

  private final String title;

  EngineKind(String title) {
    this.title = title;
  }

  /** What it is called in tables. */
  public String title() {
    return title;
  }

  /** Opens it. */
  public abstract Engine open(Setup setup) throws IOException;

  /** The files in which it keeps blocks. */
  public abstract List<Path> files(Setup setup);
}
