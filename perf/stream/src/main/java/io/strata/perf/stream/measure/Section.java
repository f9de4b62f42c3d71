package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.AppendEngine;
import io.strata.perf.stream.engine.Sizing;
import java.util.Locale;

/** What is measured in one process of an engine. */
public enum Section {
  /** Entries are inserted, read and deleted. */
  TABLE,
  /** Random operations on small entries. */
  RANDOM,
  /** Random operations on large entries. */
  LARGE,
  /** Appends, and reads of the tail. */
  APPENDS;

  /** Of each producer one, and as many for what engines need beside the bytes of small parts. */
  private static final int STREAMS = 2 * Scale.MAX_PRODUCERS;

  /** What an engine must hold for it. */
  public Sizing sizing(Scale scale) {
    return switch (this) {
      case TABLE -> new Sizing(scale.entries(), Scale.SMALL);
      case RANDOM -> new Sizing(RandomOperations.mostEntries(scale.operations()), Scale.SMALL);
      case LARGE -> new Sizing(RandomOperations.mostEntries(scale.largeOperations()), Scale.LARGE);
      case APPENDS -> new Sizing(STREAMS, AppendEngine.LONGEST);
    };
  }

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
