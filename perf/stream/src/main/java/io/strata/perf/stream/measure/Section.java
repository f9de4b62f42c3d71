package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.AppendEngine;
import io.strata.perf.stream.engine.Sizing;
import java.util.Locale;

/** What is measured in one process of an engine. */
public enum Section {
  /** Entries are inserted, read and deleted. */
  TABLE {
    @Override
    public Sizing sizing(Scale scale) {
      return new Sizing(scale.entries(), Scale.SMALL);
    }
  },
  /** Random operations on small entries. */
  RANDOM {
    @Override
    public Sizing sizing(Scale scale) {
      return new Sizing(RandomOperations.mostEntries(scale.operations()), Scale.SMALL);
    }
  },
  /** Random operations on large entries. */
  LARGE {
    @Override
    public Sizing sizing(Scale scale) {
      return new Sizing(RandomOperations.mostEntries(scale.largeOperations()), Scale.LARGE);
    }
  },
  /** Appends, and reads of the tail. */
  APPENDS {
    @Override
    public Sizing sizing(Scale scale) {
      return new Sizing(STREAMS, AppendEngine.LONGEST);
    }
  };

  /** Of each producer one, and as many for what engines need beside the bytes of small parts. */
  private static final int STREAMS = 2 * Scale.MOST_PRODUCERS;

  /** What an engine must hold for it. */
  public abstract Sizing sizing(Scale scale);

  /**
   * How many processes of an engine measure it, by turns: of the table more, for there engines are
   * nearest to each other, and a machine's memory is not as fast at all times.
   */
  public int forks(Scale scale) {
    return this == TABLE ? 2 * scale.forks() : scale.forks();
  }

  /** The name in options and figures. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
