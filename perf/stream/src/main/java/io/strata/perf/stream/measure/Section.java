package io.strata.perf.stream.measure;

import io.strata.perf.stream.engine.AppendEngine;
import io.strata.perf.stream.engine.Sizing;
import java.util.Locale;

/** A group of measures taken in one process of an engine. */
public enum Section {
  /** Inserts, reads and deletes of all entries. */
  TABLE,
  /** Random operations on small entries. */
  RANDOM,
  /** Random operations on large entries. */
  LARGE,
  /** Appends and tail reads. */
  APPENDS;

  /** One stream per producer, doubled for the overhead of engines on small entries. */
  private static final int STREAMS = 2 * Scale.MAX_PRODUCERS;

  /** Returns the capacity that an engine needs. */
  public Sizing sizing(Scale scale) {
    return switch (this) {
      case TABLE -> new Sizing(scale.entries(), Scale.SMALL);
      case RANDOM -> new Sizing(RandomOperations.maxEntries(scale.operations()), Scale.SMALL);
      case LARGE -> new Sizing(RandomOperations.maxEntries(scale.largeOperations()), Scale.LARGE);
      case APPENDS -> new Sizing(STREAMS, AppendEngine.MAX_STREAM_BYTES);
    };
  }

  /**
   * Returns the number of interleaved processes per engine: twice as many for the table, where
   * engines differ least and memory speed varies over time.
   */
  public int forks(Scale scale) {
    return this == TABLE ? 2 * scale.forks() : scale.forks();
  }

  /** Returns the name in options and figures. */
  public String title() {
    return name().toLowerCase(Locale.ROOT);
  }
}
