package io.strata.readpath.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.BaseUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * The meters, as functions of a snapshot: to count costs nothing more. Complete before it is
 * shared, and immutable from then on, so that any number of threads may read it at once.
 */
final class Meters {
  static final String BLOCKS = "blocks";
  static final String SECONDS = "seconds";
  static final String RATIO = "ratio";

  /** Of a figure whose unit depends on the policy. */
  static final String STATE = "state";

  /** Reads some meters; which ones there are may be different each time. */
  @FunctionalInterface
  interface Source {
    /** Reads them once; called by any number of threads at once. */
    void read(Snapshot now, Consumer<Reading> to);
  }

  private final List<Source> sources = new ArrayList<>();

  void add(Source source) {
    sources.add(source);
  }

  /** Something that only ever rises. */
  void counter(
      String name, String unit, String description, Tags tags, ToLongFunction<Snapshot> value) {
    Meter.Id id = new Meter.Id(name, tags, unit, description, Meter.Type.COUNTER);
    add((now, to) -> to.accept(new Reading(id, value.applyAsLong(now))));
  }

  void gauge(
      String name, String unit, String description, Tags tags, ToDoubleFunction<Snapshot> value) {
    Meter.Id id = gaugeId(name, unit, description, tags);
    add((now, to) -> to.accept(new Reading(id, value.applyAsDouble(now))));
  }

  static Meter.Id gaugeId(String name, String unit, String description, Tags tags) {
    return new Meter.Id(name, tags, unit, description, Meter.Type.GAUGE);
  }

  void bytes(String name, String description, Tags tags, ToDoubleFunction<Snapshot> value) {
    gauge(name, BaseUnits.BYTES, description, tags, value);
  }

  void blocks(String name, String description, Tags tags, ToDoubleFunction<Snapshot> value) {
    gauge(name, BLOCKS, description, tags, value);
  }

  /** Reads all of them. */
  void read(Snapshot now, Consumer<Reading> to) {
    sources.forEach(source -> source.read(now, to));
  }
}
